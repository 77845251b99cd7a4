/** A thread for tests: it does what the order says, and remembers in which order it was asked. */
import type { ThreadReply } from '../../server/relay/call/bodies/thread-lane'

const asked: string[] = []

addEventListener('message', ({ data }: MessageEvent<{ kind: string; order: string }>) => {
  const { kind, order } = data
  asked.push(order)
  if (kind === 'die') process.exit(1)
  if (kind === 'throw') throw new Error('thrown on purpose')
  if (kind === 'hang') return
  const reply: Readonly<Record<string, ThreadReply>> = {
    asked: { result: [...asked] },
    refuse: { error: { id: 'request.model_missing', params: {} } },
    crash: { crash: 'a fault' },
  }
  postMessage(reply[kind] ?? { result: order })
})
