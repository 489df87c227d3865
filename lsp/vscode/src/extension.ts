/** The extension on the desktop. */

import { begin, end } from "./activation";
import { desktop } from "./desktop";
import type { Context } from "./ways";

export function activate(context: Context): Promise<void> {
  return begin(context, desktop(context));
}

export const deactivate = end;
