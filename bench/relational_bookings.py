"""RoG's bookings: the scan beside the paper's Figure 4, and a release that nobody configured.

Run: python bench/relational_bookings.py BOOKINGS-FOLDER
"""

import sys
import tempfile
from pathlib import Path

from sanitizer.relational.definition.schema import load_definition
from sanitizer.relational.from_file import release_files
from sanitizer.relational.scan.columns import RoG
from sanitizer.relational.scan.definition_file import write_definition
from sanitizer.relational.scan.scan import scan_file
from sanitizer.relational.scan.show import readable

FIGURE_4 = {
    "fromHarbor": "LOCATION", "toHarbor": "LOCATION", "price": "US_BANK_NUMBER", "departureDate": "DATE_TIME",
    "departureTime": "DATE_TIME", "arrivalTime": "DATE_TIME", "birth_date": "DATE_TIME", "nationality": "LOCATION",
    "phone_number": "PHONE_NUMBER", "firstName": "PERSON", "lastName": "PERSON", "email": "EMAIL_ADDRESS",
    "cardNumber": "IBAN_CODE", "creditName": "PERSON", "creditSurame": "PERSON", "creditExpiration": "DATE_TIME",
}  # fmt: skip


def main() -> None:
    if len(sys.argv) != 2 or not (table := Path(sys.argv[1]) / "custom_booking_dataset.csv").exists():
        raise SystemExit(__doc__)
    scan = scan_file(table, RoG(k=3))
    print(readable(scan))
    personal = {c.name for c in scan.columns if c.personal}
    print(f"found of Figure 4: {len(personal & set(FIGURE_4))} of {len(FIGURE_4)}; "
          f"others: {sorted(personal - set(FIGURE_4))}")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        definition = Path(folder) / "out.toml"
        write_definition(scan, definition, output=str(Path(folder) / "out.csv"))
        done = release_files(load_definition(definition))
        loss = done.report.loss.by_attribute
        print(f"verified: {done.verdict.met}; rows {done.rows}; NCP by column:")
        for name, value in loss.items():
            stars = sum(v == "*" for v in done.release.table[name])
            print(f"  {name:<18} {value:.3f}  wholly suppressed cells: {stars}")
        print(f"NCP {done.report.loss.attributes:.3f}")


if __name__ == "__main__":
    main()
