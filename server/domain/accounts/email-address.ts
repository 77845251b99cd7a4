/** What counts as an e-mail address: what people have, not all that the standards allow. */
import { hasHidden } from '../text/visible-text'

const LONGEST_LOCAL_PART = 64
const LONGEST_DOMAIN = 255

/** Letters of any script: international names may be written as people read them. */
const DOMAIN_LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/**
 * One `@` and a host with a dot in its name. Address literals such as `a@[127.0.0.1]` and bare
 * addresses are refused, because letters would go to a machine that somebody picked inside of
 * our network.
 */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local === '' || /[\s,;<>"]/.test(text) || hasHidden(text)) return false
  if (local.length > LONGEST_LOCAL_PART || domain.length > LONGEST_DOMAIN) return false
  const labels = domain.split('.')
  const isNamed = labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label))
  return isNamed && !/^\d+$/.test(labels.at(-1) ?? '')
}
