import { describe, expect, test } from 'bun:test'
import {
  callsOf,
  canRelay,
  modelKind,
  offeredOperations,
} from '../../server/domain/calls/model-calls'
import { DIALECTS, OPERATIONS } from '../../server/domain/calls/protocol'
import { CHANNEL_TYPES, channelTypeById } from '../../server/domain/channel-types'
import { familyOf } from '../../server/domain/jobs/providers'
import { DIALECT_CODECS } from '../../server/relay/formats/dialects'

function typeById(id: number) {
  const row = channelTypeById(id)
  if (row === undefined) throw new Error(`no type ${id}`)
  return row
}

describe('what a type offers', () => {
  test.each([...DIALECTS])('in %s is exactly what its dialect can encode or pass on', (name) => {
    const { nativeOperations, chat, embeddings, images } = DIALECT_CODECS[name]
    const able = OPERATIONS.filter(
      (operation) =>
        nativeOperations.has(operation) ||
        (operation === 'chat' && chat !== undefined) ||
        (operation === 'embeddings' && embeddings !== undefined) ||
        // Cohere speaks its own words for vectors at its other face.
        (operation === 'embed_v2' && embeddings !== undefined && name !== 'cohere') ||
        (operation === 'images' && images !== undefined),
    )
    const speaks = ({ dialect, apiVariants }: (typeof CHANNEL_TYPES)[number]) =>
      dialect === name || apiVariants.some((face) => face.dialect === name)
    const type = CHANNEL_TYPES.find((row) => row.id < 60 && row.id !== 41 && speaks(row))
    if (type === undefined) throw new Error(`no type speaks ${name}`)
    const speaking = { ...type, dialect: name, paths: {}, apiVariants: [] }
    expect([...offeredOperations(speaking)].sort()).toEqual(able.sort())
  })

  test('is nothing while its wire format is not built', () => {
    const waiting = CHANNEL_TYPES.filter((row) => !canRelay(row))
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.flatMap(offeredOperations)).toEqual([])
  })
})

describe('what a model can be asked for', () => {
  test.each([
    [1, 'gpt-4o', 'chat'],
    [1, 'text-embedding-3-small', 'embeddings'],
    [1, 'omni-moderation-latest', 'moderations'],
    [1, 'gpt-3.5-turbo-instruct', 'completions'],
    [14, 'claude-sonnet-4-5', 'chat'],
    [24, 'gemini-embedding-001', 'embeddings'],
    [38, 'jina-clip-v1', 'embeddings'],
    // A type that only has embeddings is not asked to chat, whatever the name says.
    [44, 'house-model', 'embeddings'],
    [1, 'gpt-4o-audio-preview', 'chat'],
    [1, 'tts-1-hd', 'speech'],
    [1, 'whisper-1', 'transcription'],
    [40, 'FunAudioLLM/SenseVoiceSmall', 'transcription'],
    [1, 'dall-e-3', 'images'],
    [1, 'gpt-image-2', 'images'],
    [40, 'black-forest-labs/FLUX.1-schnell', 'images'],
    [24, 'imagen-3.0-generate-002', 'images'],
    [33, 'amazon.nova-canvas-v1:0', 'images'],
    [33, 'cohere.embed-english-v3', 'embeddings'],
    [41, 'text-embedding-004', 'embeddings'],
    [56, 'google/imagen-4', 'images'],
    [38, 'jina-reranker-v2-base-multilingual', 'rerank'],
    [40, 'BAAI/bge-reranker-v2-m3', 'rerank'],
    [47, 'jina-reranker-v2', 'rerank'],
  ])('through type %i, %s first of all %s', (type, model, operation) => {
    expect(callsOf(typeById(type), model)[0]).toBe(operation as 'chat')
  })

  test.each([
    // A row has to name what seldom is offered.
    [43, 'gpt-4o-realtime-preview'],
    [1, 'text-davinci-edit-001'],
    // A row has to name what seldom is offered.
    [43, 'whisper-1'],
    [25, 'bge-reranker-v2-m3'],
    [35, 'embedding-of-minimax'],
  ])('through type %i, %s nothing', (type, model) => {
    expect(callsOf(typeById(type), model)).toEqual([])
  })

  test('does not depend on an innocent part of its name', () => {
    for (const model of ['attsville', 'my-gpt', 'chat-editor', 'imaginary', 'swan', 'rewhisper']) {
      expect({ model, kind: modelKind(model) }).toEqual({ model, kind: 'chat' })
    }
  })
})

test('every family of work has a type that does it', () => {
  const families = new Set(CHANNEL_TYPES.flatMap(({ jobs }) => jobs.map(familyOf)))
  expect([...families].sort()).toEqual(['drawing', 'music', 'video'])
})
