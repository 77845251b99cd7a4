import type { OutputLimits } from '../../domain/models/capabilities'

/** Options that change how vendors are addressed; already validated and typed. */
export interface VendorSettings {
  /** Header name → values, for every Claude model (claude.headers_settings). */
  readonly claudeHeaders: Readonly<Record<string, readonly string[]>>
  /** Model → header → values (claude.model_headers_settings). */
  readonly claudeModelHeaders: Readonly<Record<string, Record<string, readonly string[]>>>
  /** Model or "default" → max_tokens used when the client sent none. */
  readonly claudeDefaultMaxTokens: Readonly<Record<string, number>>
  readonly claudeThinkingAdapterEnabled: boolean
  /** 0.1 to 1; thinking budget as a share of max_tokens. */
  readonly claudeThinkingBudgetShare: number
  /** Category or "default" → threshold. */
  readonly geminiSafety: Readonly<Record<string, string>>
  /** Model or "default" → API version. */
  readonly geminiVersion: Readonly<Record<string, string>>
  /** Model or "default" → longest answer, by the operator's own word. */
  readonly outputLimits: OutputLimits
}
