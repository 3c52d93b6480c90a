# Two commands do everything:  make check  (proofs and one exact run)  and  make test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/core
READY := $(VENV)/ready
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint requirements.lock
# The Pythons with which `make package` tries the lowest and the newest versions of what is needed.
LOWEST ?= $(PYTHON)
NEWEST ?= $(PYTHON)
SEED := $(or $(SEED),$(shell date +%s))
# CPU seconds for the tests that take 0.3 or more each, of which the seed draws some; `make trust` runs all.
BUDGET ?= 80

# Plugins are named: of an installed one pytest rewrites every module first, and novikoff is one, with 380 of them.
# What waits for ever says where, after ten minutes: no test takes one. Three workers share two cores, as one of them often
# waits for a program that it has started.
PLUGINS := --disable-plugin-autoload -p random_order.plugin -p pytest_timeout --timeout 600 -p _hypothesis_pytestplugin \
	-p novikoff.plugin

# COVER=1 prints the share of the package that the tests run, by file. Programs that tests start are not counted. It
# takes about a third more CPU time from Python 3.12 on, and 2.6 times as much on 3.11.
ifdef COVER
PLUGINS += -p pytest_cov --cov=novikoff --cov-report=term:skip-covered
export COVERAGE_FILE := build/coverage
export COVERAGE_CORE = $(shell $(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")')
endif
PYTEST := $(BIN)/pytest -n 3 -q --dist loadfile -p xdist $(PLUGINS)

# Every program that a test starts would compile all it imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: check verified test tests trust lint types compiled coverage bench docs font certificates audits audit-seeds lock package archives metadata wheel-lowest wheel-newest clean help

check: $(CORE)  ## prove the whole ledger, then run the perceptron on the Iris data
	$(BIN)/novikoff check --fresh
	$(BIN)/novikoff run perceptron iris.csv --label species --positive setosa

# Each fails on its own, and the whole fails at the end.
test: $(READY)  ## style, types, doctests, tests and properties
	@$(MAKE) --no-print-directory --jobs=2 --keep-going SEED=$(SEED) tests lint

tests: $(READY) types compiled  # types first, as one of the tests asks mypy too, whose cache two cannot write
	@echo "Order, samples and draws are random; make test SEED=$(SEED) repeats this run."
	$(PYTEST) --no-loadscope-reorder --random-order-bucket=module --random-order-seed=$(SEED) --hypothesis-seed=$(SEED) $(BUDGET:%=--budget=%) $(REPORT) $(TESTS)

# Three workers that start together would each compile every module.
compiled: $(READY)
	@$(BIN)/pytest --collect-only -q $(filter-out --cov%,$(PLUGINS)) > /dev/null || true  # the tests report what cannot be imported

lint: $(READY)  # and a second type checker, which reads what mypy accepts in another way
	$(BIN)/ruff check .
	$(BIN)/basedpyright --level error --pythonpath $(BIN)/python
	$(BIN)/python -m metatests.type_completeness

types: $(READY)
	$(BIN)/mypy -p novikoff
	MYPYPATH=benchmarks $(BIN)/mypy benchmarks
	$(BIN)/mypy -p metatests

# An interrupted run continues from the notes beside the reports; after `rm -r build/trust` it starts again.
trust: $(READY)  ## metatests (mutants, fuzzing, changed certificates), the whole book in Coq, what tests sample; reports in build/trust
	mkdir -p build/trust
	for each in claim_mutants update_rule_mutants kernel_mutants; do \
		$(BIN)/python -m metatests.$$each --resume build/trust/$$each.jsonl --json build/trust/$$each.json -q || exit 1; done
	$(BIN)/python -m metatests.kernel_fuzzing --resume build/trust/fuzz.jsonl | tee build/trust/fuzz.txt
	$(BIN)/python -m metatests.certificate_mutants | tee build/trust/certificates.txt
	$(BIN)/novikoff check --engine coq -q | tee build/trust/coq.txt
	$(PYTEST) --whole | tee build/trust/tests.txt

coverage:  ## the share of the package that all tests run, by file; with TESTS=tests/proofs, that some of them run
	@$(MAKE) --no-print-directory tests COVER=1 BUDGET=

bench: $(READY)  ## time the ledger, the engine, campaigns, margins, audits, the plugin and the everyday loop; plots in build/benchmarks
	@missed=; for each in ledger.py engine.py growth.py campaign.py separating.py 'everyday.py --whole'; do \
		echo "benchmarks/$$each"; $(BIN)/python benchmarks/$$each || missed="$$missed $$each"; \
	done; test -z "$$missed" || { echo "missed, or failed:$$missed"; exit 1; }

docs: $(READY)  ## the book and the documentation as one site in build/book, which opens from a file
	$(BIN)/novikoff book -o build/book

# The letters of the formulas, in italics too, and the face of the text; pyftsubset is of fonttools, brotli writes woff2.
font: $(READY)
	$(BIN)/python -m pip install --quiet brotli
	cd build && npm pack --silent @fontsource/stix-two-math@5.3.0 && tar xzf fontsource-stix-two-math-5.3.0.tgz
	$(BIN)/pyftsubset build/package/files/stix-two-math-latin-400-normal.woff2 --flavor=woff2 --layout-features='*' \
		--unicodes=$$(tr '\n' , < novikoff/book/characters.txt) --output-file=novikoff/book/static/stix-two-math-subset.woff2
	$(BIN)/python -m metatests.narrow_root_signs novikoff/book/static/stix-two-math-subset.woff2
	cp build/package/LICENSE novikoff/book/static/STIX-TWO-LICENSE.txt
	cd build && npm pack --silent @fontsource/stix-two-text@5.3.0 && tar xzf fontsource-stix-two-text-5.3.0.tgz
	for each in 400-normal: 400-italic:-italic 700-normal:-bold; do \
		cp build/package/files/stix-two-text-latin-$${each%%:*}.woff2 novikoff/book/static/stix-two-text$${each##*:}.woff2; done

certificates: $(READY)  ## renew the stored certificates, models, necessity of hypotheses and evidence on mutants
	$(BIN)/python -m metatests.renew_stored

audit-seeds: $(READY)  ## the audits of docs/dev/audits.md with 50 seeds: about 15 CPU minutes; goes on where it was ended
	$(BIN)/python -m benchmarks.audit_seeds --result benchmarks/audit_seeds.json

audits: $(READY)  ## renew docs/dev/audits.md
	$(BIN)/python -m metatests.audits_page_writer > docs/dev/audits.md

verified: $(CORE)  ## compile the verified checker in Coq and OCaml: a program in build/verified, and where js_of_ocaml is, checker.js for pages
	$(BIN)/python -m novikoff.proofs.verified.extraction

lock: $(READY)  ## fix the versions that are installed now
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock

package: archives metadata  ## build the archives in dist/, and try the wheel alone at the lowest and at the newest versions allowed
	@$(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync wheel-lowest wheel-newest

archives: $(READY)
	rm -rf dist
	$(BIN)/python -m build --outdir dist

metadata: $(READY)  # the archives and pyproject.toml, by the usual tools
	$(BIN)/uvx --quiet twine check --strict dist/*
	$(BIN)/uvx --quiet check-wheel-contents dist/*.whl
	$(BIN)/uvx --quiet --with packaging validate-pyproject pyproject.toml
	$(BIN)/uvx --quiet pyroma --min 9 .
	$(BIN)/uvx --quiet check-manifest

wheel-lowest:
	$(call tried,lowest,$(LOWEST),lowest-direct)

wheel-newest:
	$(call tried,newest,$(NEWEST),highest)

# In a new environment of this name, by this Python, with versions of the core chosen so: what the documents show with the
# wheel alone, or with DRAWN=SEED a third of it; then, with pytest, the worked example, which Coq compiles if all is tried.
define tried
	rm -rf build/$(1)
	$(2) -m venv --without-pip build/$(1)
	$(BIN)/uv pip install --quiet --python build/$(1)/bin/python --resolution $(3) --requirement pyproject.toml
	$(BIN)/uv pip install --quiet --python build/$(1)/bin/python --no-deps dist/*.whl
	$(BIN)/uv pip check --quiet --python build/$(1)/bin/python
	$(BIN)/python -m tests.documented_commands build/$(1)/bin/python $(DRAWN)
	$(BIN)/uv pip install --quiet --python build/$(1)/bin/python --resolution $(3) --requirement pyproject.toml --extra test
	$(BIN)/python -I tests/worked_example.py build/$(1)/bin/python $(if $(DRAWN),,--compile)
endef

clean:  ## remove what the commands above made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

# What checking needs, without any extra; then what the tests need.
# A source archive has each file once, so the links to the three folders are made here.
$(CORE): pyproject.toml requirements.lock
	for each in algorithms proofs properties; do test -e $$each || ln -s novikoff/$$each $$each; done
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	touch $(CORE)

$(READY): $(CORE)
	$(INSTALL) uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint requirements.lock --editable '.[dev]'
	touch $(READY)
