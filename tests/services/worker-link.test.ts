/** What the processes of a gateway say to each other on their socket. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { LINK_SOCKETS, Link, type LinkEnds, type LinkSocket } from '../../server/workers/link'
import { tempDir } from '../support/temp-dir'
import { within } from '../support/wait-until'

const SILENT: LinkEnds = { answers: {}, notices: {}, closed() {} }

async function pair(writer: Partial<LinkEnds>, worker: Partial<LinkEnds> = {}) {
  const path = join(tempDir('link').path, 'link.sock')
  const met = Promise.withResolvers<Link>()
  const server = Bun.listen<LinkSocket['data']>({
    unix: path,
    socket: {
      ...LINK_SOCKETS,
      open(socket) {
        socket.data = { link: undefined }
        met.resolve(new Link(socket, { ...SILENT, ...writer }))
      },
    },
  })
  const socket = await Bun.connect<LinkSocket['data']>({
    unix: path,
    data: { link: undefined },
    socket: LINK_SOCKETS,
  })
  const link = new Link(socket, { ...SILENT, ...worker })
  return { link, far: await met.promise, stop: () => server.stop(true) }
}

test('messages of any size arrive whole and in their order, both ways', async () => {
  const asked: string[] = []
  const heard: string[] = []
  const { link, far, stop } = await pair(
    {
      answers: {
        wrong_key(ip) {
          asked.push(ip)
          return ip.length
        },
      },
    },
    { notices: { changes: (text) => heard.push(text) } },
  )
  const texts = Array.from({ length: 40 }, (_, at) => `${'é→\n'.repeat(at * 5000)}${at}`)
  const answers = texts.map((text) => link.ask('wrong_key', text))
  for (const text of texts) far.tell('changes', text)
  expect(await Promise.all(answers)).toEqual(texts.map(({ length }) => length))
  expect(asked).toEqual(texts)
  await within('the last of them', link.ask('wrong_key', 'and this'))
  expect(heard).toEqual(texts)
  stop()
})

test('a refusal keeps its id, and what is not known is refused', async () => {
  const { link, stop } = await pair({
    answers: {
      wrong_key() {
        throw new GatewayError('limit.requests', { minutes: 1, count: 2, seconds: 3 })
      },
    },
  })
  expect(await link.ask('wrong_key', '').catch((error: unknown) => error)).toMatchObject({
    id: 'limit.requests',
    params: { minutes: 1, count: 2, seconds: 3 },
  })
  expect(String(await link.ask('hold', null).catch(String))).toContain('hold')
  stop()
})

test('what was asked of a process that is gone is refused, and what is asked then', async () => {
  const closed = Promise.withResolvers<void>()
  const never = Promise.withResolvers<number>()
  const { link, far, stop } = await pair(
    { answers: { wrong_key: () => never.promise } },
    { closed: closed.resolve },
  )
  const asked = link.ask('wrong_key', '').catch((error: unknown) => error)
  far.close()
  await within('the end', closed.promise)
  expect(await asked).toMatchObject({ id: 'db.unavailable' })
  const later = await link.ask('wrong_key', '').catch((error: unknown) => error)
  expect(later).toMatchObject({ id: 'db.unavailable' })
  link.tell('job', null)
  stop()
})
