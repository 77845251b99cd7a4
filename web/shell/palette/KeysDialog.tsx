import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { Drawer } from '../../components/overlay/Drawer'
import { isOffered, ROUTES } from '../../routes'
import { PLACES } from './places'
import './keys.css'

/** What can be pressed, and what it does. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const site = useSite()
  const role = useViewer()?.role
  const places = Object.entries(PLACES).flatMap(([letter, path]) => {
    const row = ROUTES.find(({ paths }) => paths[0] === path)
    if (row === undefined || !isOffered(row, role, site)) return []
    return [{ keys: ['g', letter], does: text(row.title) }]
  })
  const sections = [
    {
      title: text('keys.everywhere'),
      rows: [
        { keys: ['Ctrl', 'K'], does: text('palette.title') },
        { keys: ['/'], does: text('keys.search') },
        { keys: ['?'], does: text('keys.title') },
        { keys: ['Esc'], does: text('keys.close') },
      ],
    },
    { title: text('keys.go'), rows: places },
    {
      title: text('nav.log'),
      rows: [
        { keys: ['j'], does: text('keys.older') },
        { keys: ['k'], does: text('keys.newer') },
      ],
    },
  ]
  return (
    <Drawer
      kind="dialog"
      title={text('keys.title')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      {sections.map(({ title, rows }) => (
        <section key={title} className="keys">
          <h3>{title}</h3>
          <dl>
            {rows.map(({ keys, does }) => (
              <div key={keys.join(' ')}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Drawer>
  )
}
