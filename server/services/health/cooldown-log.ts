/**
 * Writes down what this node leaves alone because it has failed, so that lists, the command line
 * and other nodes can show it. The memory of the relay decides; a lost row costs only its view.
 */
import type { Db } from '../../../db/db'
import {
  dropCooldown,
  dropEndedCooldowns,
  hasCooldowns,
  putCooldown,
} from '../../../db/tables/cooldowns'
import type { Clock } from '../../clock'
import type { RestNews } from '../../domain/channels/cooldown'
import type { Logger } from '../../log'
import type { Background } from '../background'

export interface CooldownLogParts {
  readonly db: Db
  readonly clock: Clock
  readonly background: Background
  readonly log: Logger
}

export interface CooldownLog {
  readonly record: (news: RestNews) => void
}

/** Writes nothing when there is nothing to forget, as at most starts. */
async function forgetEnded(db: Db, nowMs: number): Promise<void> {
  if (!(await hasCooldowns(db.reader))) return
  await db.transaction((trx) => dropEndedCooldowns(trx, { node: db.node, nowMs }))
}

export function createCooldownLog({ db, clock, background, log }: CooldownLogParts): CooldownLog {
  // What the last process of this node remembered ended with it.
  const begun = forgetEnded(db, clock.nowMs())
  background.run('forgetting cool-downs', begun)
  /** One after the other: the end of a rest must not be written before its beginning. */
  let last: Promise<void> = begun.catch(() => undefined)

  async function write(news: RestNews): Promise<void> {
    const { channelId, keyId, model } = news.rest
    const place = { node: db.node, channel_id: channelId, key_id: keyId, model }
    await db.transaction(async (trx) => {
      if (news.kind === 'works') return await dropCooldown(trx, place)
      const { sinceMs, untilMs, reason } = news.rest
      await putCooldown(trx, { ...place, since_at: sinceMs, until_at: untilMs, reason })
    })
  }

  return {
    record(news) {
      const { channelId, keyId, model } = news.rest
      const facts = { channel_id: channelId, key_id: keyId, model }
      if (news.kind === 'works') log.info('channel works again', facts)
      else {
        const { untilMs, reason } = news.rest
        log.warn('channel cools down', { ...facts, until: untilMs, reason })
      }
      const written = last.then(() => write(news))
      last = written.catch(() => undefined)
      background.run('noting a cool-down', written)
    },
  }
}
