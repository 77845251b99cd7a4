/**
 * What clients can ask for, in which protocol and of which upstreams: the one matrix behind the
 * routes, the choice of a channel, the lists of models and the manual. Every cell is written; one
 * that is missing says why.
 */
import type { ErrorVocabulary, UpstreamVocabulary } from '../errors/failure-kinds'
import {
  DIALECTS,
  type DialectName,
  OPERATIONS,
  type Operation,
  type ProtocolName,
} from './protocol'

export interface NotOffered {
  readonly notOffered: string
}

/** Bytes of clients that speak the format pass; why other clients are not translated to it. */
export interface PassesAlone {
  readonly passesAlone: string
}

/**
 * How an upstream's wire format serves an operation. `passes`: bytes of clients that speak it pass,
 * others are translated. `PassesAlone`: others are not. `translated`: every client is.
 * `NotOffered`: the format has no such call.
 */
export type UpstreamCell = 'passes' | 'translated' | PassesAlone | NotOffered

/** Paths of a protocol's own routes; `:model` may have slashes where a verb follows. */
export type RouteCell = readonly string[] | NotOffered

/** A conversation with one model, named by address or first frame; or turns, each a request. */
export type SocketKind = 'by_address' | 'by_first_frame' | 'turns'

export interface OperationTraits {
  readonly routes: Readonly<Record<ProtocolName, RouteCell>>
  readonly upstreams: Readonly<Record<DialectName, UpstreamCell>>
  /** Whose words its refusals are in, where that is not the protocol of the route. */
  readonly failsAs?: ProtocolName
  /** Asked over a socket on which many requests travel: of which kind, by its protocol. */
  readonly sockets?: Readonly<Partial<Record<ProtocolName, SocketKind>>>
  /** Asked of models that talk; others serve only the operation that they are named for. */
  readonly isTalk: boolean
  /** The wire format of the path that operators may give it on channels with custom routes. */
  readonly operatorRoute: DialectName | null
  /** The operation that models it is asked of are named for, where that is another one. */
  readonly namedFor?: Operation
  /** The same in another shape, into which it is translated where a channel has only that. */
  readonly twin?: Operation
}

export const PROTOCOL_TITLES: Readonly<Record<ProtocolName, string>> = {
  openai: 'OpenAI',
  responses: 'OpenAI Responses',
  claude: 'Claude',
  gemini: 'Gemini',
  cohere: 'Cohere',
}

interface DialectTraits {
  /** As people know it. */
  readonly title: string
  /** The clients whose bytes it takes as they come; absent where no client has them. */
  readonly speaker?: ProtocolName
  /** Whose words its errors are; absent where no client knows them. */
  readonly errors?: ErrorVocabulary
}

export const DIALECT_TRAITS: Readonly<Record<DialectName, DialectTraits>> = {
  openai: { title: 'OpenAI', speaker: 'openai', errors: 'openai' },
  responses: { title: 'OpenAI Responses', speaker: 'responses', errors: 'openai' },
  anthropic: { title: 'Anthropic', speaker: 'claude', errors: 'claude' },
  gemini: { title: 'Gemini', speaker: 'gemini', errors: 'gemini' },
  converse: { title: 'Bedrock' },
  coze: { title: 'Coze' },
  cohere: { title: 'Cohere', speaker: 'cohere', errors: 'cohere' },
  dify: { title: 'Dify' },
  ernie: { title: 'Baidu (old)' },
  hunyuan: { title: 'Tencent (old)' },
  ollama: { title: 'Ollama' },
  replicate: { title: 'Replicate' },
}

/** `undefined` for what is no dialect: providers of jobs, whose words their clients know. */
export function vocabularyOfDialect(dialect: string): UpstreamVocabulary | undefined {
  const found = DIALECTS.find((known) => known === dialect)
  return found && (DIALECT_TRAITS[found].errors ?? 'other')
}

const ONLY_OPENAI = { notOffered: 'an invention of OpenAI that other clients do not know' }
const ONLY_CLAUDE = { notOffered: 'an invention of Anthropic that OpenAI clients do not know' }
const ONLY_GOOGLE = { notOffered: 'an invention of Google that other clients do not know' }
const ONLY_CHAT = { notOffered: 'Responses is a protocol of conversations' }
const ONLY_RESPONSES = { notOffered: 'what is made out of a conversation is of Responses alone' }
const NO_SUCH_API = { notOffered: 'the vendor has no such API' }
const NOT_IN_OLD_API = { notOffered: "the vendor's own old API has no such call" }
const SAME_ADDRESS = {
  notOffered: 'the same address serves them, and fails in the words of Cohere',
}
const BY_TOKENIZER = 'counted by the tokenizer here'
const COUNTED_HERE = { notOffered: BY_TOKENIZER }

/** Upstreams that answer chats and nothing more. */
const TALK_ONLY = {
  coze: NO_SUCH_API,
  cohere: NO_SUCH_API,
  dify: NO_SUCH_API,
  ernie: NOT_IN_OLD_API,
  hunyuan: NOT_IN_OLD_API,
  ollama: NO_SUCH_API,
  replicate: NO_SUCH_API,
} as const

const ROUTE_OF_OPENAI = {
  responses: ONLY_CHAT,
  claude: ONLY_OPENAI,
  gemini: ONLY_OPENAI,
  cohere: ONLY_OPENAI,
} as const

/** Served by upstreams of OpenAI's dialect alone: no other dialect has these operations. */
const OPENAI_UPSTREAMS = {
  openai: 'passes',
  responses: ONLY_CHAT,
  anthropic: NO_SUCH_API,
  gemini: NO_SUCH_API,
  converse: NO_SUCH_API,
  ...TALK_ONLY,
} as const satisfies OperationTraits['upstreams']

/** Upstreams that draw in words of their own. */
const DRAWN = { gemini: 'translated', converse: 'translated', replicate: 'translated' } as const

/** Google has three versions in use, and tuned models apart from its own. */
const GOOGLE_FOLDERS = ['models', 'tunedModels'].flatMap((noun) =>
  ['v1beta', 'v1', 'v1alpha'].map((version) => `/${version}/${noun}`),
)

function google(...verbs: readonly string[]): readonly string[] {
  return GOOGLE_FOLDERS.flatMap((folder) => verbs.map((verb) => `${folder}/:model:${verb}`))
}

const OWN_SOCKETS = { passesAlone: 'sockets of the two vendors have too little in common' }

/** Google's own service by versions; the model stands in the first frame. */
const LIVE_PATHS = ['v1beta', 'v1alpha', 'v1'].map(
  (version) => `/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`,
)

export const OPERATION_TRAITS: Readonly<Record<Operation, OperationTraits>> = {
  chat: {
    routes: {
      openai: ['/v1/chat/completions'],
      responses: ['/v1/responses'],
      claude: ['/v1/messages'],
      gemini: google('generateContent', 'streamGenerateContent'),
      cohere: ['/v2/chat'],
    },
    upstreams: {
      openai: 'passes',
      responses: 'passes',
      anthropic: 'passes',
      gemini: 'passes',
      converse: 'translated',
      coze: 'translated',
      cohere: 'passes',
      dify: 'translated',
      ernie: 'translated',
      hunyuan: 'translated',
      ollama: 'translated',
      replicate: 'translated',
    },
    isTalk: true,
    operatorRoute: 'openai',
  },
  /** Google's own conversations, which its accounts keep. */
  interactions: {
    routes: {
      openai: ONLY_GOOGLE,
      responses: ONLY_CHAT,
      claude: ONLY_GOOGLE,
      gemini: ['/v1beta/interactions', '/v1/interactions', '/v1alpha/interactions'],
      cohere: ONLY_GOOGLE,
    },
    upstreams: {
      openai: NO_SUCH_API,
      responses: ONLY_CHAT,
      anthropic: NO_SUCH_API,
      gemini: 'passes',
      converse: NO_SUCH_API,
      ...TALK_ONLY,
    },
    isTalk: true,
    operatorRoute: null,
  },
  completions: {
    routes: { openai: ['/v1/completions'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: true,
    operatorRoute: 'openai',
  },
  embeddings: {
    routes: {
      openai: ['/v1/embeddings', '/v1/engines/:model/embeddings'],
      responses: ONLY_CHAT,
      claude: ONLY_OPENAI,
      gemini: google('embedContent', 'batchEmbedContents'),
      cohere: ONLY_OPENAI,
    },
    upstreams: {
      openai: 'passes',
      responses: ONLY_CHAT,
      anthropic: NO_SUCH_API,
      gemini: 'passes',
      converse: 'translated',
      ...TALK_ONLY,
      cohere: 'translated',
      ernie: 'translated',
      ollama: 'translated',
    },
    isTalk: false,
    operatorRoute: 'openai',
  },
  /** In the shape of Cohere. */
  embed_v2: {
    routes: { openai: ['/v2/embed'], ...ROUTE_OF_OPENAI, cohere: SAME_ADDRESS },
    failsAs: 'cohere',
    upstreams: {
      ...OPENAI_UPSTREAMS,
      openai: 'translated',
      gemini: 'translated',
      converse: 'translated',
      ernie: 'translated',
      ollama: 'translated',
    },
    isTalk: false,
    operatorRoute: null,
    namedFor: 'embeddings',
    twin: 'embeddings',
  },
  moderations: {
    routes: { openai: ['/v1/moderations'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: 'openai',
  },
  speech: {
    routes: {
      openai: ['/v1/audio/speech'],
      responses: ONLY_CHAT,
      claude: ONLY_OPENAI,
      gemini: { notOffered: 'not built: speech by generateContent' },
      cohere: ONLY_OPENAI,
    },
    upstreams: {
      openai: 'passes',
      responses: ONLY_CHAT,
      anthropic: NO_SUCH_API,
      gemini: { notOffered: 'not built: speech by generateContent' },
      converse: NO_SUCH_API,
      ...TALK_ONLY,
    },
    isTalk: false,
    operatorRoute: 'openai',
  },
  realtime: {
    routes: {
      openai: ['/v1/realtime'],
      ...ROUTE_OF_OPENAI,
      gemini: LIVE_PATHS,
    },
    upstreams: {
      ...OPENAI_UPSTREAMS,
      openai: OWN_SOCKETS,
      gemini: OWN_SOCKETS,
    },
    sockets: { openai: 'by_address', gemini: 'by_first_frame' },
    isTalk: false,
    operatorRoute: 'openai',
  },
  transcription: {
    routes: { openai: ['/v1/audio/transcriptions'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: 'openai',
  },
  translation: {
    routes: { openai: ['/v1/audio/translations'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: 'openai',
    namedFor: 'transcription',
  },
  images: {
    routes: { openai: ['/v1/images/generations'], ...ROUTE_OF_OPENAI },
    upstreams: { ...OPENAI_UPSTREAMS, ...DRAWN },
    isTalk: false,
    operatorRoute: 'openai',
  },
  image_edits: {
    routes: { openai: ['/v1/images/edits'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: 'openai',
    namedFor: 'images',
  },
  image_variations: {
    routes: { openai: ['/v1/images/variations'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: null,
    namedFor: 'images',
  },
  /** In the shape of Jina, which most servers of rankings took over. */
  rerank: {
    routes: { openai: ['/v1/rerank'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: 'openai',
    twin: 'rerank_v2',
  },
  /** In the shape of Cohere. */
  rerank_v2: {
    routes: { openai: ['/v2/rerank'], ...ROUTE_OF_OPENAI, cohere: SAME_ADDRESS },
    failsAs: 'cohere',
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: null,
    namedFor: 'rerank',
    twin: 'rerank',
  },
  /** The text of a document, page by page, in the shape of Mistral. */
  ocr: {
    routes: { openai: ['/v1/ocr'], ...ROUTE_OF_OPENAI },
    upstreams: OPENAI_UPSTREAMS,
    isTalk: false,
    operatorRoute: 'openai',
  },
  count_tokens: {
    routes: {
      openai: ONLY_CLAUDE,
      responses: ['/v1/responses/input_tokens'],
      claude: ['/v1/messages/count_tokens'],
      gemini: google('countTokens'),
      cohere: NO_SUCH_API,
    },
    upstreams: {
      openai: COUNTED_HERE,
      responses: COUNTED_HERE,
      anthropic: { passesAlone: BY_TOKENIZER },
      gemini: { passesAlone: BY_TOKENIZER },
      converse: COUNTED_HERE,
      coze: COUNTED_HERE,
      cohere: COUNTED_HERE,
      dify: COUNTED_HERE,
      ernie: COUNTED_HERE,
      hunyuan: COUNTED_HERE,
      ollama: COUNTED_HERE,
      replicate: COUNTED_HERE,
    },
    isTalk: true,
    operatorRoute: 'anthropic',
  },
  compact: {
    routes: {
      openai: ONLY_RESPONSES,
      responses: ['/v1/responses/compact'],
      claude: ONLY_RESPONSES,
      gemini: ONLY_RESPONSES,
      cohere: ONLY_RESPONSES,
    },
    upstreams: {
      openai: ONLY_RESPONSES,
      responses: 'passes',
      anthropic: NO_SUCH_API,
      gemini: NO_SUCH_API,
      converse: NO_SUCH_API,
      ...TALK_ONLY,
    },
    isTalk: true,
    operatorRoute: null,
  },
}

/** What upstreams of each wire format can be asked for, in the order of the operations. */
export const OPERATIONS_OF: Readonly<Record<DialectName, readonly Operation[]>> = Object.assign(
  {},
  ...DIALECTS.map((dialect) => ({
    [dialect]: OPERATIONS.filter((operation) => {
      const cell = OPERATION_TRAITS[operation].upstreams[dialect]
      return typeof cell === 'string' || 'passesAlone' in cell
    }),
  })),
)
