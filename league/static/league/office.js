/* Small comforts of every page, which works without them. Those of some pages are loaded there. */

import "./behaviours/connection.js";
import "./behaviours/copy.js";
import "./behaviours/dialogs.js";
import "./behaviours/figures.js";
import "./behaviours/navigation.js";
import "./behaviours/printing.js";
import "./behaviours/reader.js";
import "./behaviours/search.js";
import "./behaviours/swaps.js";
import "./behaviours/theme.js";
