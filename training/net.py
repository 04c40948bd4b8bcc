"""The network: an upright crop goes in, one number a symbol comes out, and one for nothing."""

import torch
from torch import nn

from appliance.pieces import ALPHABET
from appliance.vision.straighten import CROP


class LetterNet(nn.Module):
    """Five convolutions with batch norm; nothing but those, so that any batch size fits."""

    def __init__(self, symbols: int = len(ALPHABET)) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(1, 12),
            nn.MaxPool2d(2),
            *_block(12, 32),
            *_block(32, 32),
            nn.MaxPool2d(2),
            *_block(32, 64),
            *_block(64, 64),
            nn.MaxPool2d(2),
            nn.Conv2d(64, 80, CROP // 8),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Conv2d(80, symbols + 1, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x 28 x 1 x 1) to crops (n x 1 x 32 x 32, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def _block(before: int, after: int) -> list[nn.Module]:
    return [nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]


def joint_loss(answers: torch.Tensor, turns: int, truth: torch.Tensor) -> torch.Tensor:
    """Cross-entropy over turns x symbols and nothing, as the eye's `joint` reads the answers.

    `answers` are those of n faces with `turns` crops each, (n * turns) x 28; `truth` (n) holds
    turn * 27 + symbol, or turns * 27 for nothing.
    """
    table = answers.reshape(-1, turns, len(ALPHABET) + 1)
    symbols = table[:, :, :-1].reshape(len(table), -1)
    nothing = table[:, :, -1].mean(dim=1, keepdim=True) + torch.log(torch.tensor(float(turns)))
    return nn.functional.cross_entropy(torch.cat([symbols, nothing], dim=1), truth, label_smoothing=0.01)
