import type { PublishedList } from './published'

const SEARCH = { search_unit: 2 }

/** A search is one question with up to a hundred documents; prices are for a thousand. */
const COHERE: PublishedList = {
  source: 'https://cohere.com/pricing',
  asOf: '2026-11-26',
  models: {
    'rerank-english-v3.0': SEARCH,
    'rerank-multilingual-v3.0': SEARCH,
    'rerank-v3.5': SEARCH,
    'rerank-v4.0-fast': SEARCH,
    'rerank-v4.0-pro': { search_unit: 2.5 },
    'rerank-v5.0-fast': { prompt: 0.02 },
    'rerank-v5.0-pro': { prompt: 0.05 },
  },
}

const VOYAGE: PublishedList = {
  source: 'https://docs.voyageai.com/docs/pricing',
  asOf: '2026-11-26',
  models: {
    'rerank-2': { prompt: 0.05 },
    'rerank-2-lite': { prompt: 0.02 },
    'rerank-2.5': { prompt: 0.05 },
    'rerank-2.5-lite': { prompt: 0.02 },
    'rerank-3': { prompt: 0.05 },
    'rerank-3-lite': { prompt: 0.02 },
    'voyage-code-4': { prompt: 0.12 },
    'voyage-context-4': { prompt: 0.12 },
  },
}

const JINA: PublishedList = {
  source: 'https://api.jina.ai/v1/models',
  asOf: '2026-11-26',
  models: {
    'jina-reranker-v2-base-multilingual': { prompt: 0.05 },
    'jina-reranker-m0': { prompt: 0.05 },
    'jina-reranker-v3.5': { prompt: 0.05 },
  },
}

/** Open models have no price of their maker's; a host's holds for all who offer them. */
const NOVITA: PublishedList = {
  source: 'https://novita.ai/pricing',
  asOf: '2026-11-26',
  models: {
    'BAAI/bge-m3': { prompt: 0.01 },
    'BAAI/bge-reranker-v2-m3': { prompt: 0.01 },
    'bge-reranker-v2-m3': { prompt: 0.01 },
  },
}

export const RANKINGS: readonly PublishedList[] = [COHERE, VOYAGE, JINA, NOVITA]
