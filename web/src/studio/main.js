import { mount } from 'svelte';

import Studio from './Studio.svelte';
import '../style.css';
import './studio.css';

mount(Studio, { target: document.getElementById('app') });
