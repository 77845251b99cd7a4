/** Signed links to what a job has made, which open without a key for a while. */
import { timingSafeEqual } from 'node:crypto'
import { GatewayError } from '../../domain/errors/gateway-error'
import { fileLink, linkSignatures, type Sign, type SignedLink } from '../../domain/jobs/links'
import type { Relay } from '../call/relay'
import type { StoredJob } from '../ports/jobs'

interface Linking {
  readonly directory: Relay['directory']
  readonly clock: Relay['clock']
  readonly sign: Sign
}

/** Links to everything that it has made, below the site's address; none before its end. */
export function linksTo(
  { directory, clock, sign }: Linking,
  { id, state, seen }: StoredJob,
  site: string,
): readonly string[] {
  if (state !== 'succeeded') return []
  const { linkMinutes } = directory.settings().jobs
  const terms = { sign, nowMs: clock.nowMs(), linkMinutes, site }
  return seen.results.map((_, index) => fileLink(terms, id, index))
}

/** Throws `job.link_invalid`. */
export function checkLink(
  { clock, sign }: Pick<Linking, 'clock' | 'sign'>,
  signed: SignedLink & { readonly signature: string },
): void {
  const isLate = !(signed.expires * 1000 > clock.nowMs())
  const given = Buffer.from(signed.signature)
  const isOurs = linkSignatures(sign, signed)
    .map((text) => Buffer.from(text))
    .some((right) => given.length === right.length && timingSafeEqual(given, right))
  if (isLate || !isOurs) throw new GatewayError('job.link_invalid')
}
