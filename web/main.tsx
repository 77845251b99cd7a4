/// <reference types="vite/client" />
import '@primer/primitives/dist/css/primitives.css'
import '@primer/primitives/dist/css/functional/themes/light.css'
import '@primer/primitives/dist/css/functional/themes/dark.css'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { openLanguage } from './app/language'
import { openNotice } from './pages/home/use-notice'
import { openSite } from './shell/SiteProvider'
import './base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
await Promise.all([openLanguage(), openSite(), openNotice()])
createRoot(root).render(<App />)
