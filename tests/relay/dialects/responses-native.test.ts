/** What a vendor of Responses is asked that cannot be asked for an answer later. */
import { expect, test } from 'bun:test'
import { openai } from '../../../server/domain/channel-types/openai'
import { responsesDialect } from '../../../server/relay/formats/dialects/responses'
import { upstreamCall } from '../protocols/wire'

const BODY = { model: 'o3', input: 'hi' }

test('keeps nothing, and gives its thoughts in a form that can come back', () => {
  const plain = upstreamCall({ call: { upstreamModel: 'o3' } })
  const call = { ...plain, channel: { ...plain.channel, type: { ...openai, keeps: {} } } }
  const losses = new Set<string>()
  expect(responsesDialect.prepareNative(BODY, call, losses)).toEqual({
    ...BODY,
    store: false,
    include: ['reasoning.encrypted_content'],
  })
  expect([...losses]).toEqual(['store:false'])
})
