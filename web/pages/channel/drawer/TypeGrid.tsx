import { SearchIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import { useId, useState } from 'react'
import { canRelay } from '../../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../../../server/domain/channel-types/channel-type'
import { channelTypeName } from '../../../../server/domain/channels/type-name'
import { useText } from '../../../app/language'
import './type-grid.css'

/** Picture of all marks, put in by the build. */
declare const MARKS_PLACE: string

/** Vendors have one address for all; a resource, a server or another gateway has its own. */
const KINDS = ['common', 'vendor', 'own', 'media'] as const
type TypeKind = (typeof KINDS)[number]

interface TypeGridProps {
  readonly type: number
  readonly onChange: (type: number) => void
}

/** Every kind of upstream that answers, by what it is, with a search over names and addresses. */
export function TypeGrid({ type, onChange }: TypeGridProps) {
  const { text, language } = useText()
  const id = useId()
  const [keyword, search] = useState('')
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const found = CHANNEL_TYPES.filter((row) => row.selectable && canRelay(row))
    .map((row) => ({ row, name: channelTypeName(row, language), kind: kindOf(row) }))
    .filter(({ row }) => words.every((word) => wordsOf(row).includes(word)))
    .sort((a, b) => place(a.kind) - place(b.kind) || a.name.localeCompare(b.name, language))
  return (
    <fieldset className="type-grid">
      <legend className="field-label">{text('field.channel.type')}</legend>
      <TextInput
        block
        type="search"
        autoComplete="off"
        leadingVisual={SearchIcon}
        aria-label={text('setup.search_type')}
        placeholder={text('setup.search_type')}
        value={keyword}
        onChange={({ target }) => search(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It chooses, and does not send the form.
          event.preventDefault()
          if (found[0] !== undefined) onChange(found[0].row.id)
        }}
      />
      <div className="type-list">
        {KINDS.map((kind) => {
          const rows = found.filter((one) => one.kind === kind)
          if (rows.length === 0) return null
          return (
            <section key={kind} aria-labelledby={`${id}-${kind}`}>
              <h3 id={`${id}-${kind}`}>{text(`setup.kind_${kind}`)}</h3>
              <div className="type-tiles">
                {rows.map(({ row, name }) => (
                  <label key={row.id} className="type-tile" data-chosen={row.id === type}>
                    <input
                      type="radio"
                      className="visually-hidden"
                      name={id}
                      checked={row.id === type}
                      onChange={() => onChange(row.id)}
                    />
                    <Mark mark={row.mark} name={name} />
                    <span>{name}</span>
                  </label>
                ))}
              </div>
            </section>
          )
        })}
        {found.length === 0 && <p className="muted">{text('setup.no_type')}</p>}
      </div>
    </fieldset>
  )
}

function Mark({ mark, name }: { readonly mark: string; readonly name: string }) {
  return (
    <span className="type-mark" aria-hidden="true">
      {mark === '' ? (
        name[0]
      ) : (
        <svg aria-hidden="true">
          <use href={`${MARKS_PLACE}#${mark}`} />
        </svg>
      )}
    </span>
  )
}

function kindOf({ isCommon, dialect, baseUrl }: ChannelTypeRow): TypeKind {
  if (isCommon) return 'common'
  if (dialect === 'jobs') return 'media'
  return baseUrl === '' || baseUrl.includes('//localhost') ? 'own' : 'vendor'
}

function place(kind: TypeKind): number {
  return KINDS.indexOf(kind)
}

function wordsOf({ name, chineseName, baseUrl }: ChannelTypeRow): string {
  return `${name} ${chineseName} ${baseUrl}`.toLowerCase()
}
