/** Links that run what stands in them, in the page that shows them. */

/** Also data in the place of a page; pictures as data are no links of this kind. */
const SCRIPT = /^[^\w]*(?:javascript|vbscript|data:text\/html)\b/i
/** Browsers drop these inside an address. */
const DROPPED = /[\t\r\n]/g

export function isScriptLink(typed: string): boolean {
  return SCRIPT.test(typed.replace(DROPPED, ''))
}
