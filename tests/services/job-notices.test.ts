/** Users are told of the end of their jobs, at addresses that came with them. */

import { expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { compose } from '../../server/compose'
import { readConfiguration } from '../../server/configuration'
import { secureRandom } from '../../server/random'
import type { StoredJob } from '../../server/relay/ports/jobs'
import { notifyJobEnd } from '../../server/services/jobs/notify'
import { openSealer } from '../../server/services/seal'
import type { ServiceDeps } from '../../server/services/service-deps'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'

type Sent = Parameters<NonNullable<ServiceDeps['sendWebhook']>>[0]

async function withToken(
  answer: number,
  run: (parts: { deps: ServiceDeps; sent: Sent[]; key: string; job: StoredJob }) => Promise<void>,
) {
  using folder = tempDir('notices')
  const clock = { nowMs: () => 1_700_000_000_000 }
  const db = await openDatabase(join(folder.path, 'gw.db'))
  await migrate(db, { nowMs: 0 })
  const sealer = openSealer({ dataDir: folder.path, envKey: undefined })
  const parts = { db, sealer, clock, random: secureRandom }
  const outside = { language: 'en', timeouts: () => readConfiguration({}), pauseMs: 0 } as const
  const { services, deps } = compose(parts, outside)
  const user = await services.users.create(TEST_ACTOR, {
    username: 'asker',
    password: 'x'.repeat(12),
  })
  const [token] = await services.tokens.create(TEST_ACTOR, { user_id: user.id, name: 't' })
  const sent: Sent[] = []
  const sendWebhook = async (request: Sent) => {
    sent.push(request)
    return { status: answer }
  }
  const job: StoredJob = {
    ...{ id: 'video_1', family: 'video', provider: 'sora', action: 'GENERATE' },
    ...{ state: 'succeeded', userId: user.id, tokenId: token?.id, channelId: 1, keyHash: '' },
    ...{ upstreamId: 'up', hook: '', notify: 'https://a.example/end', progress: 100 },
    ...{ failReason: '', quota: 1, createdAtMs: 1, startedAtMs: 1, endedAtMs: 2, deadlineMs: 3 },
    ...{ expiresAtMs: 0, polls: 1, asked: {}, seen: { results: [], told: undefined } },
    terms: {
      ...{ callId: 'c', protocol: 'openai', model: 'sora-2', upstreamModel: 'sora-2' },
      ...{ group: 'default', username: 'asker', tokenName: 't', ip: '', isStream: false },
      ...{ startedAtMs: 1, untranslated: [], tried: [], measured: {}, count: 1, held: 1 },
      price: {
        ...{ mode: 'per-call', modelPrice: 1, groupRatio: 1, modelRatio: 0 },
        ...{ completionRatio: 0, cacheRatio: 0, cacheWriteRatio: 0, audioRatio: 0 },
        audioCompletionRatio: 0,
      },
    },
  }
  try {
    await run({ deps: { ...deps, sendWebhook }, sent, key: token?.key ?? '', job })
  } finally {
    await db.close()
  }
}

test('the notice is signed with what only the asker and the site know', async () => {
  await withToken(204, async ({ deps, sent, key, job }) => {
    await notifyJobEnd(deps, job)
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = sent
    expect(url).toBe('https://a.example/end')
    expect(JSON.parse(body)).toMatchObject({
      id: 'video_1',
      type: 'video.succeeded',
      data: { id: 'video_1', model: 'sora-2', status: 'SUCCESS' },
    })
    const secret = createHash('sha256').update(key.replace(/^sk-/, '')).digest('hex')
    const at = headers['x-webhook-timestamp']
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    expect(headers['x-webhook-signature']).toBe(signature)
    expect(body).not.toContain(key.slice(3))
  })
})

test('a receiver that does not take it is a failure, which is tried again', async () => {
  await withToken(500, async ({ deps, job }) => {
    expect(notifyJobEnd(deps, job)).rejects.toThrow('notice.webhook_failed')
  })
})
