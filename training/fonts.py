"""Free fonts, parted into those for training and those held out for measuring, which are Debian packages.

`python -m training.fonts` prints the packages, for `apt-get install` (see fonts.sh).
"""

import os
import re
import subprocess
from functools import cache
from itertools import groupby
from pathlib import Path

from appliance.virtual.glyphs import draws_letters
from appliance.virtual.scene import default_font

TRAIN = tuple(
    """
    fonts-dejavu-core fonts-dejavu-extra fonts-liberation fonts-freefont-ttf fonts-roboto-unhinted
    fonts-roboto-slab fonts-open-sans fonts-lato fonts-cabin fonts-comfortaa fonts-dosis fonts-ebgaramond
    fonts-linuxlibertine fonts-urw-base35 fonts-quicksand fonts-play fonts-jura fonts-bebas-neue
    fonts-league-spartan fonts-comic-neue fonts-adf-gillius fonts-adf-accanthis fonts-adf-mekanus
    fonts-adf-universalis fonts-adf-verana fonts-crosextra-carlito fonts-crosextra-caladea
    fonts-courier-prime fonts-cantarell fonts-clear-sans fonts-inter fonts-tuffy fonts-sil-andika
    fonts-sil-charis fonts-opendyslexic fonts-gfs-didot fonts-gfs-neohellenic fonts-yanone-kaffeesatz
    fonts-allerta fonts-karla fonts-sora fonts-manrope fonts-vollkorn fonts-oldstandard fonts-quattrocento
    fonts-opendin fonts-osifont fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-roadgeek fonts-hack
    fonts-jetbrains-mono fonts-agave fonts-monoid fonts-gnutypewriter fonts-3270 fonts-adf-baskervald
    fonts-adf-berenis fonts-adf-ikarius fonts-adf-irianis fonts-adf-libris fonts-adf-switzera
    fonts-adf-tribun fonts-arapey fonts-arkpandora fonts-cardo fonts-compagnon fonts-fanwood
    fonts-georgewilliams fonts-junicode fonts-levien-museum fonts-lindenhill fonts-mmcedar fonts-mplus
    fonts-texgyre fonts-lexi-gulim fonts-morisawa-bizud-gothic fonts-motoya-l-maruberi fonts-rocknroll
    fonts-tlwg-garuda-ttf fonts-tlwg-kinnari-ttf fonts-tlwg-laksaman-ttf fonts-tlwg-loma-ttf
    fonts-tlwg-norasi-ttf fonts-tlwg-sawasdee-ttf fonts-tlwg-typewriter-ttf fonts-tlwg-typist-ttf
    fonts-tlwg-typo-ttf fonts-tlwg-umpush-ttf fonts-tlwg-waree-ttf fonts-tlwg-purisa-ttf fonts-smc-manjari
    fonts-smc-gayathri fonts-smc-uroob fonts-smc-dyuthi fonts-smc-anjalioldlipi fonts-smc-rachana
    fonts-hosny-amiri fonts-ipaexfont-gothic fonts-ipaexfont-mincho fonts-nanum fonts-unfonts-core
    fonts-unfonts-extra fonts-vlgothic fonts-baekmuk fonts-sil-abyssinica fonts-sil-harmattan
    fonts-sil-lateef fonts-sil-scheherazade fonts-sil-ezra fonts-yrsa-rasa fonts-summersby fonts-stix
    fonts-lg-aboriginal fonts-uralic fonts-senamirmir-washra fonts-migmix fonts-ricty-diminished
    fonts-noto-mono fonts-gfs-artemisia fonts-lohit-deva fonts-deva-extra fonts-khmeros fonts-sil-padauk
    fonts-sil-annapurna
    """.split()  # noqa: SIM905
)

HELD_OUT = tuple(
    """
    fonts-b612 fonts-firacode fonts-junction fonts-eurofurence fonts-oxygen fonts-paratype fonts-go
    fonts-century-catalogue fonts-fantasque-sans fonts-goudybookletter fonts-beteckna fonts-prociono
    fonts-league-mono fonts-tiresias fonts-inconsolata fonts-sil-gentium-basic fonts-lmodern
    fonts-national-park fonts-routed-gothic fonts-mononoki fonts-elstob fonts-adf-romande fonts-hermit
    fonts-gemunu-libre fonts-karmilla fonts-monofur fonts-sil-doulos fonts-essays1743
    """.split()  # noqa: SIM905
)

TEX = tuple(
    """
    alegreya alfaslabone algolrevived anonymouspro antt archivo arvo atkinson baskervaldx baskervillef beuron
    bitter cabin cascadia-code chivo cinzel clara coelacanth cochineal comicneue cooperhewitt
    cormorantgaramond courierten crimson crimsonpro cuprum cyklop domitian droidsans droidsansmono droidserif
    ebgaramond eczar ektype-tanka erewhon etbb fbb fonetika forum garamond-libre
    gfsbodoni gillius heuristica hindmadurai ibarra inriafonts iwona josefin kpfonts-otf kurier lexend
    libertinus-fonts librebaskerville librebodoni librecaslon librefranklin linguisticspro logix marcellus
    merriweather mintspirit montserrat newpx newtx nimbus15 noto nunito oldstandard opensans overlock playfair
    plex poltawski qualitype quattrocento raleway roboto rosario scholax shobhika sourcecodepro sourcesanspro
    sourceserifpro spectral step stix2-otf tempora theanodidot theanomodern theanooldstyle txfontsb
    umtypewriter xcharter
    """.split()  # noqa: SIM905
)
"""Families of texlive-fonts-extra that are no relatives of the held-out ones; tex_fonts.sh unpacks them."""

STRANGE_TRAIN = tuple(
    """
    fonts-adf-oldania fonts-blankenburg fonts-bwht fonts-cherrybomb fonts-dkg-handwriting fonts-dustin
    fonts-femkeklaver fonts-gamaliel fonts-havana fonts-isabella fonts-kaushanscript fonts-kristi
    fonts-lobster fonts-radisnoir fonts-rufscript fonts-tomsontalks fonts-yusei-magic
    """.split()  # noqa: SIM905
)
"""Hands, brushes, black letter: how much likeness to an owner's own dice counts is chosen with these."""

STRANGE = tuple(
    """
    fonts-apropal fonts-breip fonts-cabinsketch fonts-dancingscript fonts-dotgothic16 fonts-fantasma
    fonts-ferrite-core fonts-gotico-antiqua fonts-humor-sans fonts-joscelyn fonts-klaudia-berenika
    fonts-leckerli-one fonts-ocr-a fonts-reggae fonts-sjfonts fonts-train
    """.split()  # noqa: SIM905
)
"""Others of the same kind, held out: no network was trained and nothing was chosen with them."""

_UNFIT = re.compile(
    r"ital|obli|slant|math|symbol|dingbat|thin|hair|ultralight|extralight|[a-z-]light|signs|smallcap|caps"
    r"|outline|icons|d050000l|chancery|arrow|initials|variable|wght|tamil|unsl|-vf|[-_]it\b|bolit|ita\b|-i\b"
    r"|Bas(Bol)?B?I\b|It\.|_RB?I\.|_K\.|eurofc?(35|.6)|UnPilgi|PT[FS].6|Bold(Cond)?It\b|Cardoi|monof56",
    re.IGNORECASE,
)
"""Names of faces that no dice maker takes: slanted, hairline, or no letters at all.

Packages whose capitals are small letters (okolaks, solothurn, ubuntu-title) are in neither list.
"""

_TEX_FONTS = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "tallybox" / "tex-fonts"
_WEB_FONTS = _TEX_FONTS.with_name("fontsource")
_A_PACKAGE = 4

# Of one foundry in it: hands, black letter, initials.
_UNFIT_TEX = re.compile(
    r"QT(Arabian|Arnie|Artiston|Beckman|BlackF|Boulevard|Brush|Calig|Cascade|CaslanOpen|Chicago|Clay|Cloister"
    r"|Coron|Ding|Doghaus|Dublin|Floren|Frakt|Greece|Handw|Heidel|Kung|Lino|London|Merry|Slogan|USA|Robotic"
    r"|Ghoul|Canaith|Howard|Magic|Linear|Tumble)|Decorative|QTPandora|AlegreyaSC|MarcellusSC"
    r"|LibertinusKey|Jaini|clarab?i|antpolt(lt|semi|cond)|MedObl"
)


def train_fonts() -> list[str]:
    """Font files to train with; the shipped one always is among them."""
    return [default_font(), *_files(TRAIN), *_tex_files(), *_web_files()]


def held_out_fonts() -> list[str]:
    """Font files that no training scene uses; empty where none of the packages is installed."""
    return _files(HELD_OUT)


def strange_train_fonts() -> list[str]:
    """Font files, strange as an owner's dice may be, to choose by."""
    return _files(STRANGE_TRAIN)


def strange_fonts() -> list[str]:
    """Strange font files to measure with."""
    return _files(STRANGE)


@cache
def _files(packages: tuple[str, ...]) -> list[str]:
    chosen: list[str] = []
    for package in packages:
        fit = sorted(path for path in _listed(package) if not _UNFIT.search(Path(path).name))
        # Some of every weight: bold faces first, as on most dice, then others.
        fit.sort(key=lambda path: (not re.search(r"bold|black|heavy|semi|demi", path, re.IGNORECASE), path))
        step = max(1, len(fit) // _A_PACKAGE)
        usable = [path for path in fit[::step] if draws_letters(path)]
        chosen += usable[:_A_PACKAGE]
    return chosen


@cache
def _tex_files() -> list[str]:
    chosen: list[str] = []
    for family in TEX:
        files = sorted(_TEX_FONTS.rglob(f"{family}/*.[ot]tf"))
        fit = {p.stem: str(p) for p in files if not _UNFIT.search(p.name) and not _UNFIT_TEX.search(p.name)}
        for _, members in groupby(sorted(fit), key=lambda stem: stem.split("-")[0]):
            usable = [fit[stem] for stem in members if draws_letters(fit[stem])]
            chosen += usable[:: max(1, len(usable) // 2)][:2]  # a bold one and another
    return chosen


@cache
def _web_files() -> list[str]:
    """Of each family of fontsource.txt a bold face and the regular one; fontsource.sh fetches them."""
    chosen: list[str] = []
    files = sorted(_WEB_FONTS.glob("*.woff2"))
    for _, members in groupby(files, key=lambda path: path.name.rsplit("-latin-", 1)[0]):
        by_weight = {path.name.split("-")[-2]: str(path) for path in members}
        bold = by_weight.get("700", by_weight[max(by_weight)])
        pair = dict.fromkeys((bold, by_weight.get("400", bold)))
        chosen += [path for path in pair if draws_letters(path)]
    return chosen


def _listed(package: str) -> list[str]:
    try:
        answer = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=False)
    except OSError:
        return []
    return [path for path in answer.stdout.split() if path.lower().endswith((".ttf", ".otf"))]


if __name__ == "__main__":
    print(*TRAIN, *HELD_OUT, *STRANGE_TRAIN, *STRANGE)
