/** Bedrock gets every document under a name of its own, and told as what it is. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { fixture, json, startUpstream } from '../support/upstream'

const MODEL = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
const DATA = btoa('some bytes')

interface Sent {
  readonly messages: readonly {
    readonly content: readonly { readonly document?: { name: string; format: string } }[]
  }[]
}

async function named(path: string, turns: readonly (readonly object[])[]) {
  await using upstream = await startUpstream(json(fixture('converse/chat-text.json')))
  await using gateway = await startGateway({
    channels: [{ type: 33, models: MODEL, upstream, key: 'upstream-key-1|us-east-1' }],
    options: { SelfUseModeEnabled: 'true' },
  })
  const messages = turns.flatMap((content, at) => [
    ...(at === 0 ? [] : [{ role: 'assistant', content: 'Read.' }]),
    { role: 'user', content: [...content, { type: 'text', text: 'Read it.' }] },
  ])
  const response = await gateway.post(path, { model: MODEL, max_tokens: 100, messages })
  expect(response.status).toBe(200)
  const { messages: sent } = upstream.last().json as Sent
  return sent.flatMap(({ content }) => content.flatMap(({ document }) => document ?? []))
}

const pdf = (title?: string) => ({
  type: 'document',
  ...(title !== undefined && { title }),
  source: { type: 'base64', media_type: 'application/pdf', data: DATA },
})

test('documents of one name, or of none, are numbered, the same way in every turn', async () => {
  const first = [
    [pdf(), pdf('report'), pdf('报告')],
    [pdf('report'), pdf('report 2')],
  ]
  const names = (await named('/v1/messages', first)).map(({ name }) => name)
  expect(names).toEqual(['document', 'report', 'document 2', 'report 2', 'report 2 2'])
  const later = (await named('/v1/messages', [...first, [pdf('report')]])).map(({ name }) => name)
  expect(later).toEqual([...names, 'report 3'])
})

test('names that are too long stay distinct', async () => {
  const long = 'x'.repeat(300)
  const names = (await named('/v1/messages', [[pdf(long), pdf(long)]])).map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(200)
})

test('files of OpenAI’s clients are told by their media type', async () => {
  const file = (filename: string, type: string) => ({
    type: 'file',
    file: { filename, file_data: `data:${type};base64,${DATA}` },
  })
  const office = 'application/vnd.openxmlformats-officedocument'
  const documents = await named('/v1/chat/completions', [
    [
      file('a', 'application/pdf'),
      file('b', `${office}.wordprocessingml.document`),
      file('c', `${office}.spreadsheetml.sheet`),
      file('d', 'text/csv'),
      file('e', 'text/html'),
      file('f', 'text/plain'),
      file('a', 'text/markdown'),
    ],
  ])
  expect(documents.map(({ name, format }) => [name, format])).toEqual([
    ['a', 'pdf'],
    ['b', 'docx'],
    ['c', 'xlsx'],
    ['d', 'csv'],
    ['e', 'html'],
    ['f', 'txt'],
    ['a 2', 'md'],
  ])
})
