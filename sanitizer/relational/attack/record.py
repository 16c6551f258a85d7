"""What an attack on a release found."""

from dataclasses import dataclass

from sanitizer.relational.report.report import AttackFigures


@dataclass(frozen=True, slots=True)
class Attack:
    """``found`` of the ``tried`` persons are found or told of by the attack ``name``; ``promised`` is the share that
    the model allows, None where it says nothing of it; ``says`` is a sentence for who decides on the release."""

    name: str
    found: float
    tried: int
    promised: float | None
    says: str

    @property
    def share(self) -> float:
        """Found persons of those that were tried."""
        return self.found / self.tried if self.tried else 0.0

    @property
    def above(self) -> bool:
        """Whether the attack finds more than the model promises; where it promises nothing, whether it finds any."""
        return self.found > 0 and self.share > (self.promised or 0.0) + 1e-9

    @property
    def figures(self) -> AttackFigures:
        """The attack as a record of the report."""
        return AttackFigures(
            attack=self.name,
            found=round(self.found, 2),
            tried=self.tried,
            share=round(self.share, 4),
            promised=self.promised,
            says=self.says,
        )
