/** Addresses of what jobs have made: signed, so that who has one needs no key, and for a while. */
import { FILE_PATH } from './routes'

/** Signs what a link is for, so that nobody can change it: under every key, the present first. */
export type Sign = (text: string) => readonly string[]

export interface LinkTerms {
  readonly sign: Sign
  readonly nowMs: number
  readonly linkMinutes: number
  /** Where the site is reached, without a trailing slash; "" for links within it. */
  readonly site: string
}

export interface SignedLink {
  readonly id: string
  readonly index: number
  /** Epoch seconds. */
  readonly expires: number
}

const SIGNATURE_CHARACTERS = 40

/** The first is that of a new link. */
export function linkSignatures(sign: Sign, { id, index, expires }: SignedLink): readonly string[] {
  const hashes = sign(`job file ${id} ${index} ${expires}`)
  return hashes.map((hash) => hash.slice(0, SIGNATURE_CHARACTERS))
}

export function fileLink(terms: LinkTerms, id: string, index: number): string {
  return `${terms.site}${FILE_PATH}/${id}/${index}?${permission(terms, id, index)}`
}

/**
 * As clients of programs that draw know it. A picture that is not finished is another one at each
 * step, and must not be kept in the place of the next.
 */
export function pictureLink(terms: LinkTerms, id: string, step: string): string {
  const rand = step === '' ? '' : `&rand=${encodeURIComponent(step)}`
  return `${terms.site}/mj/image/${id}?${permission(terms, id, 0)}${rand}`
}

/** To the full minute, so that a page which asks twice gets the same addresses. */
function permission({ sign, nowMs, linkMinutes }: LinkTerms, id: string, index: number): string {
  const expires = (Math.floor(nowMs / 60_000) + linkMinutes + 1) * 60
  return `expires=${expires}&signature=${linkSignatures(sign, { id, index, expires })[0]}`
}
