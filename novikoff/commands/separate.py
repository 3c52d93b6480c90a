"""`novikoff separate`: finds an exact separating hyperplane, or proves exactly that there is none."""

from __future__ import annotations

import click

from ..algorithms.dataset_reader import How
from ..algorithms.errors import BadInput
from ..api.data_reading import choose_reader
from ..api.separations import Separation, certificate_of, find_answer
from ..report import certificate_files
from ..report.result_output import show
from ._shared import certificate_option, command, data_argument, examples, reading, scale_option


@command(
    data_argument,
    reading,
    scale_option,
    click.option("--classes", is_flag=True, help="Separate several classes: each label has its own weights."),
    click.option("--no-bias", "bias", is_flag=True, flag_value=False, default=True, help="Hyperplanes through 0 only."),
    certificate_option,
)
def separate_command(
    data: str, *, how: How, classes: bool, bias: bool, certificate: str | None, output_format: str, quiet: bool,
    verbose: bool,
) -> int:
    """Find an exact separating hyperplane between the classes of DATA, or prove that there is none.

    \b
    novikoff separate iris.csv --positive setosa
    novikoff separate iris.csv --positive versicolor -v
    novikoff separate iris.csv --classes --drop petal_length
    novikoff separate breast_cancer.csv --certificate separable.json
    novikoff verify separable.json

    With a separator, the command prints the best margin, between an exact lower and an exact upper bound. The proof
    that there is none is a convex combination of signed examples that is 0; the command prints it with the lines of the
    file.

    Exit status: 0 if the examples are separable, 1 if they are not.
    """
    if classes and (how.positive is not None or how.group is not None):
        raise BadInput("--classes takes every row and every label as they are; leave out --positive and --group")
    given = examples(data, how, quiet, choose_reader(how, classes=classes, grouped=how.group is not None))
    found = Separation(given, *find_answer(given, bias))
    status = show(found, output_format, quiet, verbose)
    if certificate:
        certificate_files.write(certificate, certificate_of(found))
    return status
