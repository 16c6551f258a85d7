"""`sanitizer sanitize`: a folder, a file or standard input in; sanitized documents and a report out."""

from typing import TYPE_CHECKING, Any

import click

from sanitizer.commands.command_groups import SanitizeCommand
from sanitizer.commands.hardening_options import with_hardening
from sanitizer.commands.operator_options import with_operators
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.shared_options import COUNTS_HELP, OVERWRITE, choice, with_access, with_formats
from sanitizer.commands.wrong_calls import PROFILE, Output
from sanitizer.common.timing import Costs
from sanitizer.errors import UsageError
from sanitizer.settings import DEFAULT_THRESHOLD, Strategy, Unknown
from sanitizer.text.spacy_import import import_spacy

if TYPE_CHECKING:
    from sanitizer.commands.sanitize_run import Job


def _noted(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Note an option down that says nothing of what becomes of a document."""
    context.meta[str(parameter.name)] = value


@click.command("sanitize", cls=SanitizeCommand)
@click.argument("source")
@click.option(
    "-o",
    "--output",
    help="Folder (for a folder), archive or file to write, also by a URL; - is standard output.",
)
@click.option(
    "--format",
    "kind",
    metavar="NAME",
    help="Format of a file whose name does not tell it: text, jsonl, word, ... (sanitizer parts lists them).",
)
@click.option(
    "--text-field",
    help="Field or column that holds the text (default: text); of JSON lines also a path: messages[].content.",
)
@click.option("--id-field", help="Field or column that names the document.")
@click.option(
    "--keep-field", "keep", multiple=True, help="Field to keep as it is (repeatable); others are dropped."
)
@click.option(
    "--keep-ids",
    is_flag=True,
    help="Keep ids and names of files that may tell something (a name, a number, a date, an unknown word); without it "
    "they become numbers.",
)
@click.option(
    "--table", metavar="NAME", help="Of a database: the table (or view) whose column of texts is read."
)
@click.option(
    "--to-table", metavar="NAME", help="With -o DATABASE: the table to make (default: named as --table)."
)
@with_formats
@click.option(
    "--strategy",
    type=click.Choice([s.value for s in Strategy]),
    default="S5",
    show_default=True,
    help="What is done: S1 sensitive words are removed; S2 they are said more generally; S3 those and the words that "
    "tell of them are removed; S4 sensitive ones are removed, the others said more generally; S5 both are said more "
    "generally.",
)
@click.option(
    "--context",
    default="document",
    show_default=True,
    help="Within what one word may tell of another: the document, the paragraph, the sentence, window:N (N words).",
)
@click.option(
    "--threshold", default=str(DEFAULT_THRESHOLD), show_default=True,
    help="How much a word may tell of a sensitive one: least (strictest), quantile:P (0 to 1), bits:X, most-general, "
    "guarantee (sanitizer help choose).",
)  # fmt: skip
@click.option(
    "--protect",
    type=click.Path(),
    help="CSV with two columns: a thing to protect, and what may be told of it (breast cancer,a disease).",
)
@click.option(
    "--unknown",
    type=click.Choice([u.value for u in Unknown]),
    default="risky",
    show_default=True,
    help="What becomes of a word that nobody has counted: risky (it is changed), safe (it stays), ask (it stays, and "
    "the report lists it).",
)
@click.option("--recognizer", "recognizers", multiple=True, help="What finds names and the rest: model, patterns, "
              "list:FILE, spans:FILE, ... (repeatable; what is named replaces the default: model, patterns, "
              "demographics, works; sanitizer parts lists them).")  # fmt: skip
@click.option(
    "--profile",
    type=PROFILE,
    help="A ready set of rules (everything, safe-harbor, court, clinical-research, publication, chat, paper), or your "
    "own, a settings file (.toml): what is masked and kept.",
)
@with_operators
@choice(
    "--spread", ["document", "collection"],
    "Where a name that was found once is hidden: in its document, or in all documents (collection: they are read "
    "twice).",
)  # fmt: skip
@click.option(
    "--decisions",
    type=click.Path(),
    help="File with what persons decided of words: which to keep, which to mask (sanitizer help settings).",
)
@click.option("--counts", multiple=True, default=("default",), show_default=True, help=COUNTS_HELP)
@with_access
@click.option(
    "--kb",
    "knowledge",
    multiple=True,
    default=("default",),
    help="Knowledge bases, which say what is a kind of what: default, or a path (repeatable; sanitizer help "
    "knowledge).",
)
@choice(
    "--sensitive", ["taxonomy", "class"],
    "Sensitive words become what the knowledge bases say (a city), or the word of their class only (a place).",
)  # fmt: skip
@click.option(
    "--groups",
    type=click.IntRange(1, 6),
    default=1,
    show_default=True,
    help="How many words are judged together at most for what they tell; 1: each alone.",
)
@choice(
    "--distinct", ["near", "numbered"],
    'How two things of one word are told apart: near ("another city" beside the first), numbered ("the second city").',
)  # fmt: skip
@choice(
    "--dates", ["auto", "dmy", "mdy", "iso"],
    "What comes first in 3/4/1961: the day, the month, the year; auto: what the other dates show, else the day.",
)  # fmt: skip
@click.option(
    "--contextual",
    is_flag=True,
    help="Count a sensitive word of several meanings only where its kind stands too: jaguar beside cat.",
)
@click.option(
    "--singling-out",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    metavar="K",
    help="Change more words until a search with all that is left is expected to find K articles of the counts that fit "
    "as well as the right text (0: off); the report says where that was not reached.",
)
@click.option(
    "--unlinkable",
    metavar="K[:N]",
    help="Change more words until any N words in a row (5 without N; small ones as 'the' do not count) that stay stand "
    "in at least K documents of the input, or of --background: nobody who holds the originals finds one by them.",
)
@choice(
    "--kb-order", ["together", "strict"],
    "Ask all knowledge bases for generalizations, or the next one only where those before know none.",
)  # fmt: skip
@choice(
    "--last-resort", ["remove", "world"],
    "What stands where nothing safe can be said: the sign [...], or the most general word.",
)  # fmt: skip
@choice(
    "--generalization-counts", ["rolled-up", "phrase"],
    "How common a general word is: documents with anything of its kind, or with the word itself.",
)  # fmt: skip
@click.option(
    "--masks",
    type=Output(as_path=False),
    help="Write where the input was changed: {id: [[start, end, replacement], ...]}, as JSON.",
)
@click.option(
    "--report",
    "report_file",
    type=Output(as_path=False),
    help="Write each change with its reason and the original words; only you may read it.",
)
@click.option(
    "--encrypt-reports",
    is_flag=True,
    help="Encrypt the report (and what --resume needs) with the key of --key-file.",
)
@click.option(
    "--ids",
    "ids_file",
    type=Output(as_path=False),
    help="Write which document has which id in the output, and what messages call files that were skipped or failed, "
    "as CSV; only you may read it.",
)
@click.option(
    "--add", is_flag=True, help="Add to a folder that holds outputs already; none of them is changed."
)
@with_hardening
@click.option(
    "--strict",
    is_flag=True,
    help="Exit status 1 while a place is left that looks like a name, number or date.",
)
@click.option("--any-language", is_flag=True, help="Sanitize texts that are not English too.")
@click.option(
    "--preview", type=click.IntRange(1), metavar="N", help="Show N documents sanitized; write nothing."
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True,
              help="Processes that work at once.")  # fmt: skip
@click.option(
    "--server", expose_value=False, callback=_noted, metavar="URL",
    help="Let a service that is running (sanitizer serve) do it: one text, no model is loaded here. The key of the "
    "caller is in the variable SANITIZER_SERVICE_KEY.",
)  # fmt: skip
@click.option(
    "--timings", is_flag=True, expose_value=False, callback=_noted,
    help="Print what each stage costs, in seconds of the processor (of one worker).",
)  # fmt: skip
@click.option(
    "--engine", type=click.Choice(["processes", "spark"]), default="processes", expose_value=False, callback=_noted,
    help="Who does the work: processes of this machine, or workers of Spark (Parquet; sanitizer help scale).",
)  # fmt: skip
@click.option(
    "--master",
    expose_value=False,
    callback=_noted,
    metavar="URL",
    help="With --engine spark: where it runs (local[*]).",
)
@OVERWRITE
@click.option("--resume", is_flag=True, help="Go on with a run that was interrupted.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON on standard output.")
@click.option("--quiet", is_flag=True, help="No progress, no summary.")
@click.pass_context
def command(context: click.Context, /, **parameters: Any) -> int:
    """Sanitize SOURCE: a folder or an archive of documents, a file, a pattern of names in quotes, a URL (s3://, ...), a
    database with --table, or - for standard input.

    Texts, Word, PowerPoint, Excel, OpenDocument, PDF, web pages, mails, subtitles, rich text, drawings; rows of CSV,
    JSON and Parquet (sanitizer help formats).
    """
    if server := context.meta.get("server"):
        from sanitizer.commands.sanitize_on_server import sanitize_there

        return sanitize_there(context, server)
    options = SanitizeOptions(**parameters)
    import_spacy()
    if context.meta["engine"] == "spark":
        from sanitizer.commands.on_spark import sanitize_on_spark

        return sanitize_on_spark(context, options, context.meta["master"])
    if context.meta["master"]:
        raise UsageError("--master goes with --engine spark")
    from sanitizer.commands.sanitize_run import Job

    if not context.meta.get("timings"):
        return Job.of(options).execute()
    return _measured(Job.of(options))


def _measured(job: "Job") -> int:
    """Execute a job and tell what its stages cost. Raises UsageError for several workers, which are not measured."""
    if job.options.workers > 1:
        raise UsageError("--timings measures this process: use --workers 1")
    costs = Costs()
    with costs.in_use():
        status = job.execute()
    for line in costs.lines(job.counts.done):
        click.echo(line, err=True)
    return status
