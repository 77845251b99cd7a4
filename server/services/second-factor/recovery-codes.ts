/** Ten codes, shown once, that let the owner of a lost second factor in, each once. */
import { replaceRecoveryCodes, takeRecoveryCode } from '../../../db/tables/second-factors'
import type { Work } from '../work'

const COUNT = 10
/** Without what reads alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const HALF_LENGTH = 4

/** In the place of all former ones. */
export async function newRecoveryCodes(work: Work, userId: number): Promise<readonly string[]> {
  const half = () => work.random.text(HALF_LENGTH, ALPHABET)
  const codes = Array.from({ length: COUNT }, () => `${half()}-${half()}`)
  await replaceRecoveryCodes(
    work.trx,
    userId,
    codes.map((code) => work.sealer.keyedHash(textOf(userId, code))),
  )
  return codes
}

/** Uses the code up; false when it is none of the user's. */
export async function spendRecoveryCode(
  work: Work,
  userId: number,
  code: string,
): Promise<boolean> {
  const hashes = work.sealer.keyedHashes(textOf(userId, code))
  return await takeRecoveryCode(work.trx, { userId, hashes, nowMs: work.clock.nowMs() })
}

/** However it was typed. */
function textOf(userId: number, code: string): string {
  const bare = code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
  return `recovery code\n${userId}\n${bare}`
}
