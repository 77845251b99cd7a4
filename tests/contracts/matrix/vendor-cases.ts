/**
 * Where each vendor is asked for each thing, by its documentation, and the fields that it takes
 * besides OpenAI's. A tick of the manual without one of these does not pass.
 */
import { CLOUDS } from './vendors/clouds'
import { HOSTS } from './vendors/hosts'
import { MAKERS } from './vendors/makers'
import type { VendorCase } from './vendors/vendor-case'

export const VENDOR_CASES: readonly VendorCase[] = [...MAKERS, ...CLOUDS, ...HOSTS]
