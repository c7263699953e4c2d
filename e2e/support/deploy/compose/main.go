// Prints a compose file as Docker Compose reads it, by the loader that Compose itself is made with.
//
//	compose FILE ENV_FILE
//
// ENV_FILE is `.env`; its COMPOSE_PROFILES selects services. A name without value or a field that doesn't exist fails.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(
		os.Args[1:2],
		cli.WithEnvFiles(os.Args[2]),
		cli.WithDotEnv,
		cli.WithDefaultProfiles(),
	)
	if err == nil {
		err = print(options)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func print(options *cli.ProjectOptions) error {
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	json, err := project.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(json)
	return err
}
