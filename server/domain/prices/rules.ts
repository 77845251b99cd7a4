/**
 * Ratios by family of names, first match wins. A locked rule wins over what the operator set:
 * those families have one official price relation, and old imported tables get it wrong.
 */
export interface CompletionRule {
  readonly matches: (model: string) => boolean
  readonly ratio: number
  readonly locked: boolean
}

type Match = CompletionRule['matches']

const prefix =
  (...starts: string[]): Match =>
  (model) =>
    starts.some((start) => model.startsWith(start))
const contains =
  (part: string): Match =>
  (model) =>
    model.includes(part)
const equals =
  (...names: string[]): Match =>
  (model) =>
    names.includes(model)
const both =
  (a: Match, b: Match): Match =>
  (model) =>
    a(model) && b(model)
const either =
  (a: Match, b: Match): Match =>
  (model) =>
    a(model) || b(model)
const suffix =
  (...ends: string[]): Match =>
  (model) =>
    ends.some((end) => model.endsWith(end))
const not =
  (match: Match): Match =>
  (model) =>
    !match(model)

function locked(ratio: number, matches: Match): CompletionRule {
  return { matches, ratio, locked: true }
}

function open(ratio: number, matches: Match): CompletionRule {
  return { matches, ratio, locked: false }
}

const COMPLETION_RULES: readonly CompletionRule[] = [
  open(1, prefix('gpt-4-gizmo', 'gpt-4o-gizmo')),
  locked(3, equals('gpt-4o-2024-05-13')),
  locked(4, both(prefix('gpt-4o'), not(suffix('-all')))),
  locked(2, prefix('gpt-4.5-preview')),
  // gpt-4-1106-preview is not among these names and keeps the family's 2.
  locked(3, either(prefix('gpt-4-turbo'), equals('gpt-4-1106', 'gpt-4-1105'))),
  open(2, both(prefix('gpt-4'), not(suffix('-all')))),
  locked(4, prefix('o1', 'o3')),
  locked(3, equals('chatgpt-4o-latest')),
  locked(3, contains('claude-instant-1')),
  locked(3, contains('claude-2')),
  locked(5, contains('claude-3')),
  locked(3, either(equals('gpt-3.5-turbo'), both(prefix('gpt-3.5'), suffix('0125')))),
  locked(2, both(prefix('gpt-3.5'), suffix('1106'))),
  locked(4 / 3, prefix('gpt-3.5')),
  locked(3, prefix('mistral-')),
  locked(4, prefix('gemini-1.5')),
  locked(4, prefix('gemini-2.0')),
  locked(8, prefix('gemini-2.5-pro-preview')),
  open(4, prefix('gemini-')),
  locked(3, equals('command-r')),
  locked(5, equals('command-r-plus')),
  locked(4, equals('command-r-08-2024', 'command-r-plus-08-2024')),
  open(4, prefix('command')),
  locked(4, (m) => equals('deepseek-chat', 'deepseek-reasoner')(m.toLowerCase())),
  locked(2, prefix('ERNIE-Speed-', 'ERNIE-Lite-', 'ERNIE-Character', 'ERNIE-Functions')),
  locked(1.25, equals('llama2-70b-4096')),
  locked(2, equals('llama3-8b-8192')),
  locked(0.79 / 0.59, equals('llama3-70b-8192')),
]

const NO_RULE: CompletionRule = { matches: () => true, ratio: 1, locked: false }

export function completionRuleFor(model: string): CompletionRule {
  return COMPLETION_RULES.find((rule) => rule.matches(model)) ?? NO_RULE
}

/** Price of an audio prompt token in text prompt tokens. */
export function audioRatioFor(model: string): number {
  if (model.includes('-realtime')) {
    if (model.endsWith('gpt-4o-realtime-preview-2024-12-17')) return 8
    return model.includes('mini') ? 10 / 0.6 : 20
  }
  if (model.includes('-audio')) {
    if (model.endsWith('gpt-4o-audio-preview-2024-12-17')) return 16
    return model.includes('mini') ? 10 / 0.15 : 40
  }
  return 20
}

/** Price of an audio completion token in audio prompt tokens. */
export const AUDIO_COMPLETION_RATIO = 2
