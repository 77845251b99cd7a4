import type { PublishedList } from './published'

/** For a thousand pages. */
export const DOCUMENTS: PublishedList = {
  source: 'https://mistral.ai/pricing',
  asOf: '2026-11-26',
  models: {
    'mistral-ocr-latest': { page: 2 },
    'mistral-ocr-2512': { page: 2 },
    'mistral-ocr-2505': { page: 1 },
  },
}
