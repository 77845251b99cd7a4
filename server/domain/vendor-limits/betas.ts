/**
 * Anthropic's betas and what of a request belongs to them. A vendor that refuses a beta refuses
 * its fields as well, so both go together.
 */
export interface BetaRow {
  /** How their names begin: each of them allows the rest of the row. */
  readonly betas: readonly string[]
  /** Top-level fields of the body. */
  readonly fields?: readonly string[]
  /** Fields of `output_config`. */
  readonly outputFields?: readonly string[]
  /** Fields of every `cache_control`. */
  readonly cacheFields?: readonly string[]
  /** Fields of tools. */
  readonly toolFields?: readonly string[]
  /** How types of tools begin, and the names under which their steps stand in the history. */
  readonly toolTypes?: readonly string[]
}

const TOOL_SEARCH = ['tool-search-tool-', 'advanced-tool-use-'] as const

export const BETA_ROWS: readonly BetaRow[] = [
  { betas: ['prompt-caching-scope-'], cacheFields: ['scope'] },
  { betas: TOOL_SEARCH, toolFields: ['defer_loading'], toolTypes: ['tool_search_tool'] },
  { betas: ['tool-examples-', 'advanced-tool-use-'], toolFields: ['input_examples'] },
  { betas: ['advanced-tool-use-', 'code-execution-'], toolFields: ['allowed_callers'] },
  { betas: ['fine-grained-tool-streaming-'], toolFields: ['eager_input_streaming'] },
  { betas: ['context-management-', 'compact-'], fields: ['context_management'] },
  { betas: ['compact-2026-09'], fields: ['compaction'] },
  { betas: ['mcp-client-'], fields: ['mcp_servers'], toolTypes: ['mcp_toolset'] },
  { betas: ['structured-outputs-'], fields: ['output_format'] },
  { betas: ['task-budgets-'], outputFields: ['task_budget'] },
  { betas: ['fast-mode-'], fields: ['speed'] },
  { betas: ['server-side-fallback-'], fields: ['fallbacks'] },
  { betas: ['fallback-credit-'], fields: ['fallback_credit_token'] },
  { betas: ['message-threads-'], fields: ['thread'] },
  { betas: ['cache-diagnosis-'], fields: ['diagnostics'] },
  { betas: ['advisor-tool-'], toolTypes: ['advisor_'] },
]

/** What must not be sent along with these betas, all rows together. */
export function refusedWith(betas: readonly string[]): Required<Omit<BetaRow, 'betas'>> {
  const refused = BETA_ROWS.filter(
    (row) => !betas.some((beta) => row.betas.some((begin) => beta.startsWith(begin))),
  )
  const all = (name: Exclude<keyof BetaRow, 'betas'>) => refused.flatMap((row) => row[name] ?? [])
  return {
    fields: all('fields'),
    outputFields: all('outputFields'),
    cacheFields: all('cacheFields'),
    toolFields: all('toolFields'),
    toolTypes: all('toolTypes'),
  }
}
