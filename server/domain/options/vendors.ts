/** How single vendors are spoken to. */
import { boolean, integer, json, number, section, select } from './option'
import {
  HeadersByModel,
  HeaderValues,
  refuseHeaders,
  refuseModelHeaders,
  TextByName,
  TokensByModel,
} from './shapes'

export const vendorOptions = section('vendors', {
  /** Category or "default" → threshold. */
  'gemini.safety_settings': json({
    default: { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' },
    schema: TextByName,
  }),
  /** Model or "default" → API version. */
  'gemini.version_settings': json({
    default: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
    schema: TextByName,
  }),
  /** For every Claude model; the next row is for single ones, and wins. */
  'claude.headers_settings': json({
    default: {},
    schema: HeaderValues,
    check: refuseHeaders,
  }),
  'claude.model_headers_settings': json({
    // The flags exist for this model only; others, and other hosts of Claude, refuse some.
    default: {
      'claude-3-7-sonnet-20250219-thinking': {
        'anthropic-beta': ['output-128k-2025-02-19', 'token-efficient-tools-2025-02-19'],
      },
    },
    schema: HeadersByModel,
    check: refuseModelHeaders,
  }),
  'claude.thinking_adapter_enabled': boolean(true),
  /**
   * One number in older front ends, where it is the "default" entry of the next row. Not stored
   * itself; see `aliases.ts`.
   */
  'claude.thinking_adapter_max_tokens': integer({ default: 8192, min: 1, max: 10_000_000 }),
  /** Model or "default" → max_tokens when the client sent none. */
  'claude.default_max_tokens': json({ default: { default: 8192 }, schema: TokensByModel }),
  /** Share of max_tokens that thinking may use. */
  'claude.thinking_adapter_budget_tokens_percentage': number({ default: 0.8, min: 0.1, max: 1 }),
  /** Model or "default" → longest answer; wins over the built-in table. */
  'global.max_output_tokens': json({ default: {}, schema: TokensByModel }),
  /** Model → tokens that it reads at most; wins over what sources of prices tell. */
  'global.context_tokens': json({ default: {}, schema: TokensByModel }),
  /** Language of what API clients are refused with; `client` follows Accept-Language. */
  'global.error_language': select(['client', 'en', 'zh']),
  /** How a stream ends that nobody can pay further: with an error, or as at its full length. */
  'global.spent_stream_end': select(['error', 'length']),
  /**
   * `exact`: no balance below zero; holds grow with their answers. `estimate`: a hold is a guess,
   * and the whole answer is charged whatever is left, as the family's older gateways do.
   */
  'global.hold_policy': select(['exact', 'estimate']),
  /** Send client bodies untouched, without model mapping. */
  'global.pass_through_request_enabled': boolean(false),
})
