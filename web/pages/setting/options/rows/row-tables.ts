/** How each JSON setting is shown as rows; a setting that is not here is edited as JSON only. */
import type { OptionKey } from '../../../../../server/domain/options'
import { ROUTE_ORDERS } from '../../../../../server/domain/routing/order'
import { CHARGED_UNITS, unitOf } from '../../../../../server/domain/units'
import type { Column, RowTable } from './row-table'

const GROUP: Column = { id: 'group', kind: 'name', title: 'rows.group', known: 'groups' }
const MODEL: Column = { id: 'model', kind: 'name', title: 'rows.model', known: 'models' }
const HEADER: Column = {
  id: 'header',
  kind: 'name',
  title: 'rows.header',
  known: ['anthropic-beta', 'anthropic-version'],
}
const CLAIM: Column = { id: 'claim', kind: 'name', title: 'rows.claim' }
const HEADER_VALUES: Column = {
  id: 'values',
  kind: 'names',
  title: 'rows.values',
  isOptional: true,
}
const RATIO: Column = { id: 'ratio', kind: 'number', title: 'rows.ratio', min: 0 }
const TOKENS: Column = { id: 'tokens', kind: 'integer', title: 'rows.tokens', min: 1 }

const map = (...columns: readonly Column[]): RowTable => ({ shape: 'map', columns })

const UNITS = CHARGED_UNITS.map((name) => {
  const { class: value } = unitOf(name)
  return { value, title: `log.class_${value}` } as const
})

function stepRatio(id: string, title: Column['title']): Column {
  return { id, kind: 'number', title, min: 0, isOptional: true }
}

const MODEL_RATIOS = map(MODEL, RATIO)

export const ROW_TABLES: Readonly<Partial<Record<OptionKey, RowTable>>> = {
  Chats: {
    shape: 'pairs',
    columns: [
      { id: 'name', kind: 'name', title: 'rows.name' },
      { id: 'link', kind: 'text', title: 'rows.link', placeholder: 'https://' },
    ],
  },
  FAQ: map(
    { id: 'question', kind: 'name', title: 'rows.question' },
    { id: 'answer', kind: 'text', title: 'rows.answer' },
  ),
  ApiInfo: {
    shape: 'pairs',
    columns: [
      { id: 'name', kind: 'name', title: 'rows.name' },
      { id: 'link', kind: 'text', title: 'rows.link', placeholder: 'https://' },
    ],
  },
  GroupRatio: { ...map({ ...GROUP, known: [] }, RATIO), required: 'default' },
  UserUsableGroups: map(GROUP, {
    id: 'text',
    kind: 'text',
    title: 'rows.description',
    isOptional: true,
  }),
  TopupGroupRatio: map(GROUP, RATIO),
  GroupRouteOrder: map(GROUP, {
    id: 'order',
    kind: 'choice',
    title: 'rows.order',
    choices: ROUTE_ORDERS.map((value) => ({ value, title: `choice.${value}` })),
  }),
  ModelFallbacks: map(MODEL, {
    id: 'fallbacks',
    kind: 'names',
    title: 'rows.fallbacks',
    known: 'models',
    isOrdered: true,
  }),
  ModelPrice: map(MODEL, {
    id: 'price',
    kind: 'number',
    title: 'prices.modelPrice',
    min: 0,
    isDollars: true,
  }),
  ModelRatio: { ...MODEL_RATIOS, note: 'per_million' },
  CompletionRatio: MODEL_RATIOS,
  CacheRatio: MODEL_RATIOS,
  CreateCacheRatio: MODEL_RATIOS,
  AudioRatio: MODEL_RATIOS,
  AudioCompletionRatio: MODEL_RATIOS,
  ImageRatio: MODEL_RATIOS,
  UnitPrices: {
    ...map(
      MODEL,
      { id: 'unit', kind: 'name', title: 'rows.unit', choices: UNITS },
      { id: 'price', kind: 'number', title: 'rows.dollars', min: 0, isDollars: true },
    ),
    note: 'per_unit',
  },
  PriceSteps: {
    shape: 'lists',
    columns: [
      MODEL,
      { id: 'above', kind: 'integer', title: 'rows.above', min: 1 },
      stepRatio('model_ratio', 'setting.ModelRatio'),
      stepRatio('completion_ratio', 'setting.CompletionRatio'),
      stepRatio('cache_ratio', 'setting.CacheRatio'),
      stepRatio('create_cache_ratio', 'setting.CreateCacheRatio'),
      stepRatio('audio_ratio', 'setting.AudioRatio'),
      stepRatio('audio_completion_ratio', 'setting.AudioCompletionRatio'),
      stepRatio('image_ratio', 'setting.ImageRatio'),
      { id: 'unit_prices', kind: 'amounts', title: 'setting.UnitPrices', isOptional: true },
    ],
  },
  PriceTiers: map(
    MODEL,
    { id: 'tier', kind: 'name', title: 'rows.tier', known: ['batch', 'flex', 'priority'] },
    { id: 'factor', kind: 'number', title: 'rows.factor', min: 0 },
  ),
  'gemini.safety_settings': map(
    {
      id: 'category',
      kind: 'name',
      title: 'rows.category',
      known: [
        'default',
        'HARM_CATEGORY_HARASSMENT',
        'HARM_CATEGORY_HATE_SPEECH',
        'HARM_CATEGORY_SEXUALLY_EXPLICIT',
        'HARM_CATEGORY_DANGEROUS_CONTENT',
        'HARM_CATEGORY_CIVIC_INTEGRITY',
      ],
    },
    {
      id: 'threshold',
      kind: 'text',
      title: 'rows.threshold',
      known: [
        'OFF',
        'BLOCK_NONE',
        'BLOCK_ONLY_HIGH',
        'BLOCK_MEDIUM_AND_ABOVE',
        'BLOCK_LOW_AND_ABOVE',
      ],
    },
  ),
  'gemini.version_settings': map(MODEL, {
    id: 'version',
    kind: 'text',
    title: 'rows.version',
    known: ['v1', 'v1beta'],
  }),
  'claude.headers_settings': map(HEADER, HEADER_VALUES),
  'claude.model_headers_settings': map(MODEL, HEADER, HEADER_VALUES),
  'claude.default_max_tokens': map(MODEL, TOKENS),
  'global.max_output_tokens': map(MODEL, TOKENS),
  'global.context_tokens': map(MODEL, TOKENS),
  'oidc.group_map': map(CLAIM, { ...GROUP, kind: 'text' }),
  'oidc.organisation_map': map(CLAIM, {
    id: 'membership',
    kind: 'text',
    title: 'rows.membership',
    placeholder: 'acme:member',
  }),
  'oidc.role_map': map(CLAIM, {
    id: 'role',
    kind: 'text',
    title: 'roles.name',
    placeholder: 'admin',
  }),
}
