/** Before what cannot be taken back. */
export const YES_FLAG = { yes: { kind: 'switch', summary: 'do not ask' } } as const

export const DRY_RUN_FLAG = {
  'dry-run': { kind: 'switch', summary: 'print what would happen and change nothing' },
} as const

interface CarefulFlags {
  readonly yes: boolean | undefined
  readonly 'dry-run': boolean | undefined
}

/** What changes nothing needs no yes. */
export function isAgreed(flags: CarefulFlags): boolean {
  return flags.yes === true || flags['dry-run'] === true
}
