import type { Services } from '../../../../server/services/create-services'

export const CHANNELS_FLAG = {
  kind: 'texts',
  required: true,
  value: 'CHANNEL',
  summary: 'id or unique name; may be repeated',
  completes: 'channel',
} as const

/** Throws `channel.not_found` for the first that is none. */
export async function channelIds(
  { channels }: Services,
  given: readonly string[],
): Promise<number[]> {
  const found = await Promise.all(given.map((name) => channels.show(name)))
  return found.map(({ id }) => id)
}
