# ruff: noqa: E501 (a form reads best on one line)
"""Identifiers of devices, vehicles, cases, publications, places; and letters and digits handed out as a code."""

from typing import Final

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.recognize.identifiers.kinds import ANY, Kind

THINGS: Final[tuple[Kind, ...]] = (
    # devices, networks, keys
    Kind("IP", r"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?:/\d{1,2})?(?!\.\d)", 0.85, r"\bip\b|address|server|host", checks.ip, digits=(1, 2, 3), against=r"version|section|§"),
    Kind("MAC", r"[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|(?=[\d.]*[A-Fa-f])[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2}", 0.9, r"\bmac\b|device", letters=(0, 1, 2, 3), digits=ANY),
    Kind("IMEI", r"\d{2}-?\d{6}-?\d{6}-?\d", 0.2, r"imei|phone|device|handset", checks.luhn, digits=(2, 15)),
    Kind("UUID", r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", 0.9, "", letters=ANY[:9], digits=ANY),
    Kind("SECRET", r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}|AIza[\w-]{35}|gh[pousr]_\w{36,255}|github_pat_\w{22,255}|xox[abpers]-[\w-]{10,250}|[sr]k_(?:live|test)_\w{16,247}|eyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{5,2000}|SG\.[\w-]{22}\.[\w-]{43}|glpat-[\w-]{20}|npm_\w{36}|sk-(?:ant-|proj-)?[\w-]{20,200}|ya29\.[\w-]{20,500}", 0.95, "", letters=ANY, digits=ANY),
    Kind("SECRET", r"(?=[\w+/=-]{0,200}\d)(?=[\w+/=-]{0,200}[A-Za-z])[\w+/-]{16,512}={0,2}", 0.45, r"\b(?:api[ _-]?key|token|secret|bearer|private key|access key|client_secret)\b", letters=ANY, digits=ANY),
    # vehicles
    Kind("VIN", r"[A-HJ-NPR-Z0-9]{17}", 0.55, r"\bvin\b|vehicle|chassis|car\b", checks.vin, letters=ANY[:17], digits=ANY),
    Kind("PLATE", r"[A-Z]{2}\d{2} ?[A-Z]{3}", 0.55, r"plate|registration|vehicle|\bcar\b|\breg\b|driv", letters=(2,), digits=(2,)),
    # cases and records
    Kind("CASE_NUMBER", r"\d{1,2}:\d{2}-[a-z]{2}-\d{3,6}(?:-[A-Z]{2,4}){0,3}", 0.95, "", digits=(1, 2)),
    # publications and organizations
    Kind("ISBN", r"97[89][- ]?(?:\d[- ]?){9}\d|(?:\d[- ]?){9}[\dX]", 0.2, r"isbn", checks.stdnum("isbn"), digits=tuple(range(1, 14))),
    Kind("ORCID", r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", 0.6, r"orcid", checks.orcid, digits=(4,)),
    Kind("LEI", r"[A-Z0-9]{18}\d{2}", 0.5, r"\blei\b", checks.stdnum("lei"), letters=ANY[:19], digits=ANY),
    Kind("DOI", r"10\.\d{4,9}/[\w.();/:-]{2,100}", 0.7, r"doi", digits=(2,)),
    Kind("FLIGHT", r"[A-Z]{2} ?\d{2,4}", 0.45, r"\bflight\b", letters=(2,), digits=(0, 2, 3, 4)),
    # places
    Kind("COORDINATES", r"-?\d{1,2}\.\d{3,12}\s?[,;]\s?-?\d{1,3}\.\d{3,12}", 0.8, r"lat|lon|coord|gps|locat", checks.latitude_longitude, digits=(1, 2)),
    Kind("COORDINATES", r"\d{1,3}\s?°\s?\d{1,2}\s?['′’]\s?(?:\d{1,2}(?:\.\d+)?\s?[\"″”]?\s?)?[NSEW](?:[,;]?\s?\d{1,3}\s?°\s?\d{1,2}\s?['′’]\s?(?:\d{1,2}(?:\.\d+)?\s?[\"″”]?\s?)?[NSEW])?|\d{1,3}(?:\.\d+)?\s?°\s?[NSEW](?:[,;]?\s?\d{1,3}(?:\.\d+)?\s?°\s?[NSEW])?", 0.9, "", digits=(1, 2, 3)),
)  # fmt: skip
