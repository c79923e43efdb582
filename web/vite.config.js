import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// One file for each page, dist/report.html and dist/studio.html, which CMake embeds in the program:
// `vite build --mode report`.
export default defineConfig(({ mode }) => ({
  plugins: [
    // The data of a report never changes, so values may be taken from it once.
    svelte({ compilerOptions: { warningFilter: (w) => w.code !== 'state_referenced_locally' } }),
    viteSingleFile({ removeViteModuleLoader: true }),
  ],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    rollupOptions: { input: `${mode}.html` },
  },
}));
