/** What OpenAI-like vendors reply to calls that are no chats, with their own counts. */
import { json, type Reply } from './upstream'

const PIXEL = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')
const RESULTS = [{ index: 0, relevance_score: 0.9 }]

/** By path. */
export const CALL_REPLIES: Readonly<Record<string, Reply>> = {
  '/v1/audio/speech': { headers: { 'content-type': 'audio/mpeg' }, body: Uint8Array.of(255, 243) },
  '/v1/audio/transcriptions': json({ text: 'Hi.', usage: { type: 'duration', seconds: 90 } }),
  '/v1/images/generations': json({
    created: 1,
    data: [{ b64_json: PIXEL }],
    usage: {
      input_tokens: 20,
      output_tokens: 1_000,
      total_tokens: 1_020,
      input_tokens_details: { text_tokens: 20, image_tokens: 0 },
    },
  }),
  '/v1/embeddings': json({
    data: [{ index: 0, embedding: [0.5] }],
    usage: { prompt_tokens: 100, total_tokens: 100 },
  }),
  '/v1/rerank': json({ results: RESULTS, meta: { billed_units: { search_units: 1 } } }),
}
