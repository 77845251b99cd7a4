/** Which words of a body are names of files that somebody keeps at a vendor. */
import { expect, test } from 'bun:test'
import { filesOf } from '../../server/relay/formats/protocols/refs'

const named = (body: Parameters<typeof filesOf>[1]) => filesOf('openai', body).map(({ id }) => id)

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

test("Google's files are named by addresses of Google and by bare names, however deep", () => {
  const host = 'https://generativelanguage.googleapis.com'
  const parts = [
    { fileData: { fileUri: `${host}/v1beta/files/a` } },
    { file_data: { file_uri: 'files/b' } },
    { fileData: { fileUri: `${host}/v1beta/%66iles/c:download?alt=media` } },
    { fileData: { fileUri: 'https://generativelanguage.mtls.googleapis.com./v1/files/g' } },
    { fileData: { fileUri: 'https://example.com/v1beta/files/d' } },
    {
      functionResponse: {
        response: { uri: 'files/e' },
        parts: [{ fileData: { fileUri: 'files/f' } }],
      },
    },
  ]
  const refs = filesOf('gemini', { contents: [{ role: 'user', parts }] })
  expect(refs.map(({ id }) => id).sort()).toEqual([
    'files/a',
    'files/b',
    'files/c:download',
    'files/f',
    'files/g',
  ])
})

test('more of them than can be looked up are refused, and not passed unseen', () => {
  const parts = Array.from({ length: 501 }, (_, at) => ({ fileData: { fileUri: `files/${at}` } }))
  expect(() => filesOf('gemini', { contents: [{ parts }] })).toThrow('request.invalid')
})
