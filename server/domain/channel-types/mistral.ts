import { MISTRAL_CALL_IDS } from '../vendor-limits/names'
import { channelType } from './channel-type'

export const mistral = channelType({
  id: 42,
  name: 'Mistral AI',
  mark: 'mistral',
  dialect: 'openai',
  baseUrl: 'https://api.mistral.ai',
  presets: [
    { place: 'world', baseUrl: 'https://api.mistral.ai' },
    { place: 'europe', baseUrl: 'https://api.eu.mistral.ai' },
    { place: 'united_states', baseUrl: 'https://api.us.mistral.ai' },
  ],
  offers: ['chat', 'embeddings', 'moderations', 'transcription', 'ocr'],
  // Every field that it does not know is an error.
  traits: {
    takesCacheKey: true,
    renames: { seed: 'random_seed' },
    refuses: ['user'],
    refusesInMessages: ['reasoning_content', 'reasoning_details', 'refusal', 'annotations'],
    takesThoughtParts: true,
    callIds: { openai: MISTRAL_CALL_IDS },
  },
  keyPage: 'console.mistral.ai/api-keys',
  models: [
    'open-mistral-7b',
    'open-mixtral-8x7b',
    'mistral-small-latest',
    'mistral-medium-latest',
    'mistral-large-latest',
    'mistral-embed',
    'mistral-ocr-latest',
    'mistral-ocr-2512',
    'mistral-ocr-2505',
    'mistral-medium-2508',
    'mistral-large-2512',
    'mistral-small-2603',
    'codestral-latest',
    'devstral-2512',
    'magistral-medium',
    'magistral-small',
    'ministral-8b-latest',
    'pixtral-large-latest',
  ],
})
