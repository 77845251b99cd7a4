/** Everywhere at once by keyboard: pages, orders, and what the typed words find. */
import { SearchIcon } from '@primer/octicons-react'
import { Dialog, type DialogHeaderProps, type DialogProps, Spinner } from '@primer/react'
import { Command } from 'cmdk'
import { type PropsWithChildren, useRef, useState } from 'react'
import { useText } from '../../app/language'
import type { Entry } from './entry'
import { useFound } from './use-found'
import { useManual } from './use-manual'
import { useOrders, useSettingSearch } from './use-orders'
import { usePages } from './use-pages'
import './palette.css'

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const [typed, type] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = useFound(typed)
  const settings = useSettingSearch(typed)
  const isFound = found.sections.some(({ entries }) => entries.length > 0)
  const sections = [
    { title: text('palette.pages'), entries: usePages(typed) },
    { title: text('palette.orders'), entries: useOrders(typed) },
    ...found.sections,
    { title: text('nav.docs'), entries: useManual(typed) },
    // Where nothing is found, so that Enter never takes it for what is still on its way.
    { title: text('setting.title'), entries: isFound || found.isBusy ? [] : settings },
  ].filter(({ entries }) => entries.length > 0)
  return (
    <Dialog
      title={text('palette.title')}
      className="palette"
      width="xlarge"
      align="top"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      initialFocusRef={input}
      renderHeader={PaletteHeader}
      renderBody={PaletteBody}
      onClose={onClose}
    >
      <Command
        label={text('palette.title')}
        shouldFilter={false}
        loop
        // Ctrl-K would walk upwards.
        vimBindings={false}
      >
        <div className="palette-find">
          {found.isBusy ? <Spinner size="small" srText={text('ui.loading')} /> : <SearchIcon />}
          <Command.Input
            ref={input}
            value={typed}
            maxLength={100}
            placeholder={text('palette.hint')}
            onValueChange={type}
          />
          <kbd>Esc</kbd>
        </div>
        <Command.List label={text('palette.title')}>
          {sections.map(({ title, entries }) => (
            <Command.Group key={title} heading={title}>
              {entries.map((entry) => (
                <PaletteItem key={entry.id} entry={entry} onClose={onClose} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {sections.length === 0 && !found.isBusy && (
          <p className="palette-nothing" role="status">
            {text('palette.nothing', { text: typed })}
          </p>
        )}
      </Command>
    </Dialog>
  )
}

/** The input is the heading that people see. */
function PaletteHeader({ dialogLabelId, title }: DialogHeaderProps) {
  return (
    <h2 id={dialogLabelId} className="visually-hidden">
      {title}
    </h2>
  )
}

/** To the edges, unlike forms. */
function PaletteBody({ children }: PropsWithChildren<DialogProps>) {
  return <div className="palette-body">{children}</div>
}

interface PaletteItemProps {
  readonly entry: Entry
  readonly onClose: () => void
}

function PaletteItem({ entry, onClose }: PaletteItemProps) {
  const { id, label, note, icon: IconOf, run } = entry
  return (
    <Command.Item
      value={id}
      onSelect={() => {
        // First, because closing gives the focus back to where it was.
        onClose()
        run()
      }}
    >
      <IconOf />
      <span className="palette-label">{label}</span>
      {note !== undefined && <span className="palette-note">{note}</span>}
    </Command.Item>
  )
}
