"""Building the verified checker: Coq checks the theories, OCaml compiles what Coq extracts.

Main functions: `build`, `header_line`, `program`.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
import tempfile
from pathlib import Path

from ...algorithms.errors import BadInput
from ...algorithms.processes import COQC, run_command
from ...algorithms.safe_files import write_whole
from ..export.coq import AXIOMS
from ..export.coq.compiling import COMPILED, File, Workshop, theories_folder
from ..export.coq.project import CHECKED, CHECKER, NEAREST, REQUIRED, preamble, theories, theory

HERE = Path(__file__).resolve().parent
FOLDER = COMPILED
READER = ("json", "reader", "entries", "printing", "reasons", "judge")  # files in OCaml, in their order
MAIN, BROWSER = "main.ml", "browser.ml"  # the program, and what pages have of it
EXTRACTED = "Extracted"
SCRIPT = HERE.parents[1] / "book" / "static" / "checker.js"
ASSUMED = re.compile(r"^(\S+)\s*:", re.MULTILINE)


def sources() -> dict[str, str]:
    """Return the text of each file, in the order in which Coq and OCaml compile them."""
    theories = {f"{name}.v": theory(name) for name in (*REQUIRED, NEAREST, *CHECKER)}
    readers = [*(f"{name}.ml" for name in READER), MAIN, BROWSER]
    return theories | {name: (HERE / name).read_text(encoding="utf-8") for name in readers}


def _digest() -> str:
    return hashlib.sha256("\0".join(f"{name}\0{text}" for name, text in sources().items()).encode()).hexdigest()


def header_line() -> str:
    """Return the first line of the script for pages: a comment with the digest of today's sources."""
    return f"// Made by `make verified` from proofs/verified, whose digest is {_digest()}\n"


def build(folder: Path = FOLDER, script: Path | None = None) -> Path:
    """Compile the theories and the program, and return the path of the program. If `script` is given, also write the
    script for web pages there.

    Raises `BadInput` if Coq or OCaml is missing, and `RuntimeError` if something does not compile, or if the theorem
    rests on other axioms than those of Coq's real numbers.
    """
    for command, package in (("coqc", "coq"), ("ocamlopt", "ocaml")):
        if shutil.which(command) is None:
            raise BadInput(f"the verified checker is built with {command}, which is missing; "
                           f"install it (Debian: apt-get install {package})")
    with tempfile.TemporaryDirectory(prefix="novikoff-verified-") as place:
        workshop = Workshop(Path(place))
        for name, text in (theories() | {EXTRACTED: extraction()}).items():
            if not workshop.take(name, text, File.split(name, text).needs()):
                write_whole(Path(place) / f"{name}.v", text)
                said, error = workshop.coqc(name)
                if error:
                    raise RuntimeError(f"{name}.v: {error}")
        if others := set(ASSUMED.findall(said.partition("Axioms:")[2])) - AXIOMS:
            raise RuntimeError(f"the theorem on the checker rests on {', '.join(sorted(others))}")
        for name, text in sources().items():
            if name.endswith(".ml"):
                write_whole(Path(place) / name, text)
        for name, text in flatten_modules((Path(place) / "checker.ml").read_text(encoding="utf-8")).items():
            write_whole(Path(place) / name, text)
        (Path(place) / "checker.mli").unlink()
        files = ["-w", "-a", "extracted.ml", "checker.ml", *(f"{name}.ml" for name in READER)]
        run_compiler(["ocamlopt", *files, MAIN, "-o", "check"], Path(place))
        if script is not None:
            packages = ["-package", "js_of_ocaml", "-linkpkg"]
            run_compiler(["ocamlfind", "ocamlc", *packages, *files, BROWSER, "-o", "pages"], Path(place))
            run_compiler(["js_of_ocaml", "--opt", "3", "pages", "-o", "pages.js"], Path(place))
            write_whole(script, header_line() + (Path(place) / "pages.js").read_text(encoding="utf-8"))
        folder.mkdir(parents=True, exist_ok=True)
        keep_theories(Path(place), theories_folder())
        (folder / "sources").unlink(missing_ok=True)
        shutil.copy2(Path(place) / "check", folder / "check.new")
    (folder / "check.new").replace(folder / "check")
    write_whole(folder / "sources", _digest())
    return folder / "check"


def keep_theories(place: Path, folder: Path) -> None:
    """Keep the compiled theories, so that `check --engine coq` need not compile them; earlier ones are deleted."""
    for old in {*folder.parent.glob("theories-*")} - {folder}:
        shutil.rmtree(old, ignore_errors=True)
    if not folder.is_dir():
        made = Path(tempfile.mkdtemp(dir=folder.parent))
        for name in theories():
            shutil.copyfile(place / f"{name}.vo", made / f"{name}.vo")
        made.replace(folder)


def extraction() -> str:
    """Return the file that asks what the theorem rests on, and extracts the checker."""
    _, *asking = theory("Book").partition("Print Assumptions")
    return "".join([preamble(EXTRACTED, [*REQUIRED, CHECKED]), "Import Book.\n", *asking])


def flatten_modules(extracted: str) -> dict[str, str]:
    """Return the extracted program, and a file in which the definitions of all its modules have short names.

    Raises RuntimeError if two modules define the same name, because the program would use the last definition.
    """
    _, *parts = re.split(r"^module (\w+) =", extracted, flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    modules = [name for name in CHECKER if name in texts]
    defined = [name for m in modules for name in re.findall(r"^  (?:let(?: rec)?|and) (\w+)", texts[m], re.MULTILINE)]
    if twice := sorted({name for name in defined if defined.count(name) > 1}):
        raise RuntimeError(f"the extracted checker defines these names more than once: {', '.join(twice)}")
    inner = extracted
    for name in modules:  # else `Checker.poly` would be looked for in the module of this name, not in the file
        inner = re.sub(rf"\b{name}\b(?= =|\.)", f"In_{name}", inner)
    included = ["Extracted", *(f"Extracted.In_{name}" for name in modules)]
    return {"extracted.ml": inner, "checker.ml": "".join(f"include {name}\n" for name in included)}


def run_compiler(command: list[str], place: Path) -> str:
    """Return the output of a compiler, or raise RuntimeError with its errors."""
    done = run_command(command, COQC, folder=place)
    if done.status:
        raise RuntimeError(f"{' '.join(command)} failed: {done.err.strip() or done.out.strip()}")
    return done.out


def program(folder: Path = FOLDER) -> Path:
    """Return the path of the program. Raises `BadInput` if it was not built, or from other sources."""
    stamp = folder / "sources"
    if not (folder / "check").is_file() or not stamp.is_file():
        raise BadInput("the verified checker is not built; run `make verified` in a checkout of the sources, "
                       "which needs coqc and ocamlopt (Debian: apt-get install coq ocaml)")
    if stamp.read_text(encoding="utf-8") != _digest():
        raise BadInput("the verified checker was built from other sources; run `make verified` again")
    return folder / "check"


def main() -> None:
    """Build the program, and the script if js_of_ocaml is installed; print its path."""
    try:
        print(build(script=SCRIPT if all(map(shutil.which, ("js_of_ocaml", "ocamlfind"))) else None))
    except (BadInput, RuntimeError) as problem:
        sys.exit(f"make verified: {problem}")


if __name__ == "__main__":
    main()
