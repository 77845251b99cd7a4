import { BookmarkIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useText } from '../../app/language'
import { isRecord, readStoredJson, store } from '../../app/storage'
import { lateDialog } from '../late/Late'
import { Menu } from '../overlay/Menu'

const NameView = lateDialog(async () => (await import('../table/NameView')).NameView)

interface SavedViewsProps {
  /** Names the list; each has views of its own. */
  readonly list: string
}

interface View {
  readonly name: string
  /** What stands behind the question mark of the address. */
  readonly search: string
}

const MOST = 20

function isViews(value: unknown): value is readonly View[] {
  return (
    Array.isArray(value) &&
    value.every(
      (view) => isRecord(view) && typeof view.name === 'string' && typeof view.search === 'string',
    )
  )
}

/** Filters and order of a list under a name, remembered by this browser. */
export function SavedViews({ list }: SavedViewsProps) {
  const { text } = useText()
  const [path, navigate] = useLocation()
  const storedAs = `views-${list}`
  const [views, set] = useState<readonly View[]>(() => readStoredJson(storedAs, isViews) ?? [])
  const [isNaming, name] = useState(false)
  const here = views.find(({ search }) => search === location.search)
  const keep = (next: readonly View[]): void => {
    store(storedAs, JSON.stringify(next))
    set(next)
  }
  return (
    <>
      <Menu
        anchor={<IconButton icon={BookmarkIcon} aria-label={text('views.title')} />}
        align="end"
        sections={[
          views.map(({ name: title, search }) => ({
            label: title,
            onSelect: () => navigate(`${path}${search}`),
          })),
          [
            {
              label: text('views.save'),
              icon: PlusIcon,
              isDisabled: views.length >= MOST,
              onSelect: () => name(true),
            },
            ...(here === undefined
              ? []
              : [
                  {
                    label: text('views.forget', { name: here.name }),
                    icon: TrashIcon,
                    isDanger: true,
                    onSelect: () => keep(views.filter((view) => view !== here)),
                  },
                ]),
          ],
        ]}
      />
      {isNaming && (
        <NameView
          title={text('views.save')}
          onSave={(title) => {
            const others = views.filter((view) => view.name !== title)
            keep([...others, { name: title, search: location.search }])
          }}
          onClose={() => name(false)}
        />
      )}
    </>
  )
}
