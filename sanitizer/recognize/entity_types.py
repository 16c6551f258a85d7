"""Translate the types of mentions: other schemes -> our fine types -> TAB's classes -> the word that replaces.

Fine types follow OntoNotes where it has a name, and say what the thing *is* otherwise (IBAN, POSTCODE,
DISEASE).
"""

from typing import Final

from sanitizer.types import EntityClass

_C = EntityClass

# fine type -> (class, generalization that is always true)
TYPES: Final[dict[str, tuple[EntityClass, str]]] = {
    "PERSON": (_C.PERSON, "person"),
    # codes: strings that were handed out to single out one person or thing
    "CODE": (_C.CODE, "code"),
    "CASE_NUMBER": (_C.CODE, "case number"),
    "EMAIL": (_C.CODE, "e-mail address"),
    "URL": (_C.CODE, "web address"),
    "DOMAIN": (_C.CODE, "web address"),
    "HANDLE": (_C.CODE, "user name"),
    "USERNAME": (_C.CODE, "user name"),
    "PASSWORD": (_C.CODE, "password"),
    "PHONE": (_C.CODE, "phone number"),
    "IP": (_C.CODE, "network address"),
    "MAC": (_C.CODE, "device address"),
    "IMEI": (_C.CODE, "device number"),
    "UUID": (_C.CODE, "identifier"),
    "CARD": (_C.CODE, "payment card"),
    "CARD_SECURITY": (_C.CODE, "card security code"),
    "PIN": (_C.CODE, "access code"),
    "IBAN": (_C.CODE, "bank account"),
    "BANK_ACCOUNT": (_C.CODE, "bank account"),
    "ROUTING": (_C.CODE, "bank routing number"),
    "BIC": (_C.CODE, "bank code"),
    "CRYPTO": (_C.CODE, "crypto address"),
    "NATIONAL_ID": (_C.CODE, "national identity number"),
    "SSN": (_C.CODE, "social security number"),
    "TAX_ID": (_C.CODE, "tax number"),
    "VAT": (_C.CODE, "VAT number"),
    "PASSPORT": (_C.CODE, "passport number"),
    "DRIVING_LICENCE": (_C.CODE, "driving licence number"),
    "PLATE": (_C.CODE, "licence plate"),
    "VIN": (_C.CODE, "vehicle number"),
    "MEDICAL_RECORD": (_C.CODE, "medical record number"),
    "HEALTH_ID": (_C.CODE, "health insurance number"),
    "MEDICAL_LICENCE": (_C.CODE, "medical licence number"),
    "SECRET": (_C.CODE, "secret key"),
    "ISBN": (_C.CODE, "book number"),
    "ORCID": (_C.CODE, "researcher number"),
    "LEI": (_C.CODE, "company number"),
    "DOI": (_C.CODE, "publication number"),
    "FLIGHT": (_C.CODE, "flight number"),
    "HIDDEN": (_C.CODE, "hidden text"),
    # places
    "GPE": (_C.LOC, "place"),
    "LOC": (_C.LOC, "location"),
    "FACILITY": (_C.LOC, "place"),
    "ADDRESS": (_C.LOC, "address"),
    "POSTCODE": (_C.LOC, "postcode"),
    "COORDINATES": (_C.LOC, "location"),
    "ORG": (_C.ORG, "organization"),
    # demographic attributes of a person
    "DEM": (_C.DEM, "attribute"),
    "NORP": (_C.DEM, "nationality or group"),
    "NATIONALITY": (_C.DEM, "nationality"),
    "ETHNICITY": (_C.DEM, "ethnic group"),
    "RELIGION": (_C.DEM, "religion"),
    "LANGUAGE": (_C.DEM, "language"),
    "JOB": (_C.DEM, "occupation"),
    "DISEASE": (_C.DEM, "health condition"),
    "FAMILY": (_C.DEM, "relative"),
    "MARITAL": (_C.DEM, "marital status"),
    "EDUCATION": (_C.DEM, "education"),
    "GENDER": (_C.DEM, "gender"),
    "AGE": (_C.DEM, "age"),
    # times
    "DATE": (_C.DATETIME, "date"),
    "TIME": (_C.DATETIME, "time"),
    "DURATION": (_C.DATETIME, "period"),
    # quantities
    "QUANTITY": (_C.QUANTITY, "quantity"),
    "MONEY": (_C.QUANTITY, "amount"),
    "PERCENT": (_C.QUANTITY, "percentage"),
    "CARDINAL": (_C.QUANTITY, "number"),
    "ORDINAL": (_C.QUANTITY, "rank"),
    # the rest
    "MISC": (_C.MISC, "thing"),
    "WORK": (_C.MISC, "work"),
    "EVENT": (_C.MISC, "event"),
    "LAW": (_C.MISC, "law"),
    "PRODUCT": (_C.MISC, "product"),
    "MEDICINE": (_C.MISC, "medicine"),
    "AWARD": (_C.MISC, "award"),
}

CLASSES: Final[dict[EntityClass, str]] = {
    _C.PERSON: "who: names, titles, initials",
    _C.CODE: "numbers and addresses that were handed out to one person or thing",
    _C.LOC: "where: places, addresses",
    _C.ORG: "organizations, authorities, firms",
    _C.DEM: "what a person is (demographic): occupation, nationality, health, relatives, age",
    _C.DATETIME: "when: dates, times, how long",
    _C.QUANTITY: "how much: numbers, amounts, percentages",
    _C.MISC: "what else has a name: works, events, laws, products, medicines",
}

# other schemes' names -> fine type; names that are already fine types need no row
_ALIASES: Final[dict[str, str]] = {
    # OntoNotes, spaCy
    "FAC": "FACILITY",
    "WORK_OF_ART": "WORK",
    # CoNLL, Stanford
    "PER": "PERSON",
    "ORGANIZATION": "ORG",
    "ORGANISATION": "ORG",
    "LOCATION": "LOC",
    "CITY": "GPE",
    "COUNTRY": "GPE",
    "STATE_OR_PROVINCE": "GPE",
    "STATE": "GPE",
    "NUMBER": "CARDINAL",
    "SET": "DATE",
    "CAUSE_OF_DEATH": "DISEASE",
    "CRIMINAL_CHARGE": "DEM",
    "IDEOLOGY": "RELIGION",
    "TITLE": "JOB",
    # TAB
    "DATETIME": "DATE",
    # Presidio
    "EMAIL_ADDRESS": "EMAIL",
    "PHONE_NUMBER": "PHONE",
    "CREDIT_CARD": "CARD",
    "IBAN_CODE": "IBAN",
    "IP_ADDRESS": "IP",
    "MAC_ADDRESS": "MAC",
    "DATE_TIME": "DATE",
    "DOMAIN_NAME": "DOMAIN",
    "US_SSN": "SSN",
    "US_ITIN": "TAX_ID",
    "US_PASSPORT": "PASSPORT",
    "US_DRIVER_LICENSE": "DRIVING_LICENCE",
    "US_BANK_NUMBER": "BANK_ACCOUNT",
    "US_MBI": "HEALTH_ID",
    "US_NPI": "MEDICAL_LICENCE",
    "ABA_ROUTING_NUMBER": "ROUTING",
    "UK_NHS": "HEALTH_ID",
    "UK_NINO": "SSN",
    "UK_POSTCODE": "POSTCODE",
    "UK_PASSPORT": "PASSPORT",
    "UK_VEHICLE_REGISTRATION": "PLATE",
    "ES_NIF": "NATIONAL_ID",
    "ES_NIE": "NATIONAL_ID",
    "IT_FISCAL_CODE": "TAX_ID",
    "IT_DRIVER_LICENSE": "DRIVING_LICENCE",
    "IT_VAT_CODE": "VAT",
    "IT_PASSPORT": "PASSPORT",
    "IT_IDENTITY_CARD": "NATIONAL_ID",
    "PL_PESEL": "NATIONAL_ID",
    "SG_NRIC_FIN": "NATIONAL_ID",
    "SG_UEN": "TAX_ID",
    "AU_ABN": "TAX_ID",
    "AU_ACN": "TAX_ID",
    "AU_TFN": "TAX_ID",
    "AU_MEDICARE": "HEALTH_ID",
    "IN_PAN": "TAX_ID",
    "IN_AADHAAR": "NATIONAL_ID",
    "IN_VEHICLE_REGISTRATION": "PLATE",
    "IN_VOTER": "NATIONAL_ID",
    "IN_PASSPORT": "PASSPORT",
    "FI_PERSONAL_IDENTITY_CODE": "NATIONAL_ID",
    "KR_RRN": "NATIONAL_ID",
    "TH_TNIN": "NATIONAL_ID",
    "MEDICAL_LICENSE": "MEDICAL_LICENCE",
    "STREET_ADDRESS": "ADDRESS",
    "ZIP_CODE": "POSTCODE",
    "NATIONALITY_RELIGION_POLITICAL_GROUP": "NORP",
    # RoG (its table scan)
    "IBAN_NUMBER": "IBAN",
    "POSTAL_CODE": "POSTCODE",
    "ZIP": "POSTCODE",
    "LICENSE_PLATE": "PLATE",
    "BIRTHDAY": "DATE",
    "FIRST_NAME": "PERSON",
    "LAST_NAME": "PERSON",
    "NAME": "PERSON",
    "GIVEN_NAME": "PERSON",
    "SURNAME": "PERSON",
    "STREET": "ADDRESS",
    # Google DLP
    "PERSON_NAME": "PERSON",
    "ORGANIZATION_NAME": "ORG",
    "CREDIT_CARD_NUMBER": "CARD",
    "SWIFT_CODE": "BIC",
    "DATE_OF_BIRTH": "DATE",
    "ETHNIC_GROUP": "ETHNICITY",
    "LOCATION_COORDINATES": "COORDINATES",
    "MAC_ADDRESS_LOCAL": "MAC",
    "IMEI_HARDWARE_ID": "IMEI",
    "MEDICAL_RECORD_NUMBER": "MEDICAL_RECORD",
    "MEDICAL_TERM": "DISEASE",
    "PASSPORT_NUMBER": "PASSPORT",
    "DRIVERS_LICENSE_NUMBER": "DRIVING_LICENCE",
    "US_SOCIAL_SECURITY_NUMBER": "SSN",
    "US_INDIVIDUAL_TAXPAYER_IDENTIFICATION_NUMBER": "TAX_ID",
    "US_EMPLOYER_IDENTIFICATION_NUMBER": "TAX_ID",
    "US_BANK_ROUTING_MICR": "ROUTING",
    "US_HEALTHCARE_NPI": "MEDICAL_LICENCE",
    "US_DEA_NUMBER": "MEDICAL_LICENCE",
    "UK_NATIONAL_HEALTH_SERVICE_NUMBER": "HEALTH_ID",
    "UK_NATIONAL_INSURANCE_NUMBER": "SSN",
    "VEHICLE_IDENTIFICATION_NUMBER": "VIN",
    "AUTH_TOKEN": "SECRET",
    "GCP_API_KEY": "SECRET",
    "AWS_CREDENTIALS": "SECRET",
    "JSON_WEB_TOKEN": "SECRET",
    "ENCRYPTION_KEY": "SECRET",
    "FEMALE_NAME": "PERSON",
    "MALE_NAME": "PERSON",
    "COUNTRY_DEMOGRAPHIC": "NATIONALITY",
    # GLiNER-like free labels
    "COMPANY": "ORG",
    "OCCUPATION": "JOB",
    "JOB_TITLE": "JOB",
    "PROFESSION": "JOB",
    "MEDICAL_CONDITION": "DISEASE",
    "SOCIAL_SECURITY_NUMBER": "SSN",
    "BANK_ACCOUNT_NUMBER": "BANK_ACCOUNT",
    "DRIVER_LICENSE": "DRIVING_LICENCE",
    "PASSPORT_ID": "PASSPORT",
    "MOBILE_PHONE_NUMBER": "PHONE",
    "PREFIX": "PERSON",
}


def fine_type(label: str) -> str:
    """Our fine type for a label of OntoNotes, CoNLL, Stanford, TAB, Presidio, RoG or Google DLP, in any case.

    A label that nobody knows is kept (upper case, words joined by ``_``): its class is then MISC.
    """
    name = "_".join(label.upper().replace("-", "_").split())
    return name if name in TYPES else _ALIASES.get(name, name)


def entity_class(label: str) -> EntityClass:
    """TAB's class of a fine type or of another scheme's label; MISC when nobody knows it."""
    row = TYPES.get(fine_type(label))
    return row[0] if row else EntityClass.MISC


def class_word(label: str) -> str:
    """Return the generalization g(s) that is always true of the type: "person", "organization", "e-mail
    address"...
    """
    row = TYPES.get(fine_type(label))
    return row[1] if row else TYPES["MISC"][1]
