/** What a noun calls its fields, as entries of the dictionaries. */
import type { Fields, Label, NamesWith } from './noun'

type TitledName<Rows extends Fields> = NamesWith<Rows, { readonly title: Label }>

export function titlesOf<const Noun extends string, Rows extends Fields>(
  language: keyof Label,
  noun: Noun,
  rows: Rows,
): Record<`field.${Noun}.${TitledName<Rows>}`, string> {
  const titles = Object.entries(rows).flatMap(([name, { title }]) =>
    title === undefined ? [] : [[`field.${noun}.${name}`, title[language]] as const],
  )
  return Object.fromEntries(titles) as Record<`field.${Noun}.${TitledName<Rows>}`, string>
}
