/** Which words of a body are names of files that somebody keeps at a vendor. */
import { expect, test } from 'bun:test'
import { filesOf } from '../../server/relay/owned/refs'

const named = (body: Parameters<typeof filesOf>[0]) => filesOf(body).map(({ id }) => id)

test('a document and a picture name theirs, however deep', () => {
  const source = { type: 'file', file_id: 'file_a' }
  const content = [
    { type: 'document', source },
    { type: 'input_image', file_id: 'file_b' },
  ]
  expect(named({ messages: [{ role: 'user', content }] }).sort()).toEqual(['file_a', 'file_b'])
})

test('what a model gave a tool and what clients note for themselves name none', () => {
  const call = { type: 'tool_use', id: 't', name: 'open', input: { file_id: 'mine-7' } }
  const body = { messages: [{ role: 'assistant', content: [call] }], metadata: { file_id: 'x' } }
  expect(named(body)).toEqual([])
})

test('a request that calls itself a tool call hides nothing by it', () => {
  const input = [{ type: 'input_file', file_id: 'file_of_another' }]
  expect(named({ type: 'tool_use', input })).toEqual(['file_of_another'])
})
