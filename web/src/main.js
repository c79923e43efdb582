import { mount } from 'svelte';

import App from './App.svelte';
import './style.css';
import { loadReport } from './report.js';

mount(App, { target: document.getElementById('app'), props: { report: loadReport() } });
