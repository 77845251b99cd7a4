/** Names and addresses that another service reports of somebody, as far as they will do here. */
import { highestUserId } from '../../../db/tables/identities'
import { findUserByEmail, findUserByName } from '../../../db/tables/users'
import { MAX_FOREIGN_USERNAME } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { withoutHidden } from '../../domain/text/visible-text'
import { ALPHANUMERIC } from '../../random'
import { usernameOf } from '../users/fields'
import type { Work } from '../work'
import { admissibleEmailOrNone } from './email-rules'

const SUFFIX_LENGTH = 6
const MAX_DISPLAY_NAME = 20

/** The name wished for if it will do, else one made of where it comes from and the next number. */
export async function freeName(
  { trx, random }: Work,
  { made: by, wish }: { readonly made: string; readonly wish: string },
): Promise<string> {
  const made = `${by}_${(await highestUserId(trx)) + 1}`
  for (const name of [readableName(wish), made]) {
    if (name !== '' && (await findUserByName(trx, name)) === undefined) return name
  }
  return `${made}_${random.text(SUFFIX_LENGTH, ALPHANUMERIC)}`
}

function readableName(wish: string): string {
  try {
    return usernameOf(wish, MAX_FOREIGN_USERNAME)
  } catch (error) {
    if (error instanceof GatewayError) return ''
    throw error
  }
}

export function displayNameOf(given: string): string {
  const readable = withoutHidden(given).trim()
  return [...readable].slice(0, MAX_DISPLAY_NAME).join('').trim()
}

/** The address if it may be had and nobody has it, else "". */
export async function freeEmail(
  { trx }: Work,
  options: OptionValues,
  given: string,
): Promise<string> {
  const email = admissibleEmailOrNone(options, given)
  const isFree = email !== '' && (await findUserByEmail(trx, email)) === undefined
  return isFree ? email : ''
}
